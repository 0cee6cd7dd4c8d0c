import { describe, expect, test } from 'vitest'
import { HostUnreachable } from '../../src/api/apiResult.ts'
import { errorTextFor } from '../../src/api/errorTexts.ts'

describe('the text of a failed call', () => {
  test.each([
    ['membershipData', 'Something went wrong while fetching memberpress data'],
    ['generic', 'Something went wrong'],
  ] as const)('for %s is the server’s, else the specified one', { tags: 'pay.errors' }, (situation, text) => {
    expect(errorTextFor(situation)).toBe(text)
    expect(errorTextFor(situation, '')).toBe(text)
    expect(errorTextFor(situation, 'Your card was declined.')).toBe('Your card was declined.')
  })
})

describe('the text of an unreachable host', () => {
  const noConnection = 'Statecast isn’t responding. Check your connection and try again.'
  const serverFault = 'Something went wrong on our side. Please try again.'

  test.each([
    ['network', noConnection],
    ['timeout', noConnection],
    ['invalidBody', serverFault],
    ['unlistedCode', serverFault],
  ] as const)('(%s) mentions the connection only if it can be the cause', (reason, text) => {
    expect(new HostUnreachable(reason, { service: 'Statecast' }).message).toBe(text)
  })
})
