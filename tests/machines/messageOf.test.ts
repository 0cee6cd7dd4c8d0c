import { describe, expect, it } from 'vitest'
import { messageOf, serverTextOf } from '../../machines/messageOf.ts'

describe('the message of a failure', () => {
  it.each([
    [new Error('Statecast isn’t responding.'), 'Statecast isn’t responding.'],
    [{ kind: 'refused', message: 'Too many requests.' }, 'Too many requests.'],
    [{ kind: 'refused', message: '' }, 'Something went wrong'],
    [{ message: 503 }, 'Something went wrong'],
    [{}, 'Something went wrong'],
    ['a text', 'Something went wrong'],
    [null, 'Something went wrong'],
    [undefined, 'Something went wrong'],
  ])('of %o is ‘%s’', { tags: 'pay.errors' }, (source, message) => {
    expect(messageOf(source)).toBe(message)
  })

  it.each([
    [{ serverText: 'The gateway does not answer.' }, 'The gateway does not answer.'],
    [new Error('no connection'), ''],
    ['serverText', ''],
    [null, ''],
  ])('as the server sent it with %o is ‘%s’', (error, text) => {
    expect(serverTextOf(error)).toBe(text)
  })
})
