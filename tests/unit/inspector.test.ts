import { describe, expect, it } from 'vitest'
import { defaults, type Configuration } from '../../src/app/configuration.ts'
import { inspectorUrl } from '../../src/app/inspector/inspectorUrl.ts'
import { redact } from '../../src/app/inspector/redact.ts'
import { createFakeStorage, deniedStorage } from './fakeStorage.ts'

const url = 'https://inspector.invalid/'
const allowed: Configuration = { ...defaults, inspector: { address: url } }

/** The inspector's URL for a page path in a tab with these stored items. */
const urlAt = (path: string, storage = createFakeStorage(), configuration = allowed) =>
  inspectorUrl({ location: new URL(path, 'http://localhost') as unknown as Location }, () => storage, configuration)

describe('the inspector', () => {
  it('is enabled by the URL and stays enabled in the tab', () => {
    const stored = createFakeStorage()
    expect(urlAt('/signin', stored)).toBeUndefined()
    expect(urlAt('/signin?inspect', stored)).toBe(url)
    expect(urlAt('/profile', stored)).toBe(url)
    expect(urlAt('/profile?inspect=off', stored)).toBeUndefined()
    expect(urlAt('/profile', stored)).toBeUndefined()
  })

  it('stays disabled if the configuration does not allow it', () => {
    expect(urlAt('/signin?inspect', createFakeStorage(), defaults)).toBeUndefined()
    expect(urlAt('/signin', createFakeStorage({ inspect: '"on"' }), defaults)).toBeUndefined()
  })

  it('needs the parameter in every URL without storage', () => {
    const at = (path: string) =>
      inspectorUrl({ location: new URL(path, 'http://localhost') as unknown as Location }, deniedStorage, allowed)
    expect([at('/signin?inspect'), at('/signin'), at('/signin?inspect=off')]).toEqual([url, undefined, undefined])
  })
})

describe('data sent to the inspector', () => {
  it('contains the state and no personal data', () => {
    const form = { type: 'form.submit', login: 'member', password: 'live-news-24', remember: true }
    expect(redact(form)).toEqual({ type: 'form.submit', login: '(withheld)', password: '(withheld)', remember: true })
    const context = {
      user: { ID: 7, display_name: 'Mara', user_email: 'mara@statecast.test' },
      errors: { password: 'Password field is required' },
      message: '',
      role: 'guest',
      count: 2,
      attempt: { keys: ['0b1c'], before: [31] },
      cards: [{ id: 'pm_1', brand: 'visa', last4: '4242' }],
    }
    expect(redact(context)).toEqual({
      user: { ID: 7, display_name: '(withheld)', user_email: '(withheld)' },
      errors: { password: 'Password field is required' },
      message: '',
      role: 'guest',
      count: 2,
      attempt: { keys: ['(withheld)'], before: [31] },
      cards: [{ id: '(withheld)', brand: 'visa', last4: '(withheld)' }],
    })
  })

  it('redacts typed values of every field', () => {
    const values = { subject: 'Late bill', message: 'I was charged twice', category: 'billing' }
    expect(redact({ type: 'form.submit', values })).toEqual({
      type: 'form.submit',
      values: { subject: '(withheld)', message: '(withheld)', category: '(withheld)' },
    })
    expect(redact({ type: 'field.edit', field: 'message', value: 'I was' })).toEqual({
      type: 'field.edit',
      field: 'message',
      value: '(withheld)',
    })
    expect(redact({ values, errors: { message: 'Please shorten this' } })).toMatchObject({
      values: { message: '(withheld)' },
      errors: { message: 'Please shorten this' },
    })
  })

  it.each([
    ['an email address', 'Unknown: mara@statecast.test', 'Unknown: (withheld)'],
    ['an email address in brackets', 'Sent (<mara@statecast.test>)', 'Sent (<(withheld)>)'],
    ['a card', 'No such card: pm_1Q2w3E', 'No such card: (withheld)'],
    ['a number', 'Card 4242 4242 4242 4242 declined', 'Card (withheld) declined'],
    ['a subscription', 'I-BW452GLLEP1G has ended', '(withheld) has ended'],
    ['the key of a link', 'Open /reset-password?key=ab12&login=mara', 'Open /reset-password(withheld)'],
    ['a token', 'Bearer eyJhbGciOi.eyJzdWIi0-x_1', 'Bearer (withheld)'],
    ['none', 'E-mail field is required', 'E-mail field is required'],
  ])('redacts personal data in a message: %s', (_, message, redacted) => {
    expect(redact({ message })).toEqual({ message: redacted })
    expect(redact({ errors: { field: message } })).toEqual({ errors: { field: redacted } })
    expect(redact(new Error(message))).toEqual({ message: redacted })
  })

  it('omits keys that are personal data, functions and circular references', () => {
    const loop: Record<string, unknown> = { status: 'busy', 'mara@statecast.test': 1, make: () => 1 }
    loop['loop'] = loop
    const text = JSON.stringify(redact(loop))
    expect(text).toContain('"status":"busy"')
    expect(text).not.toMatch(/mara|make/)
  })
})
