// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readPageConfiguration, defaults, parseConfiguration } from '../../src/app/configuration.ts'

describe('configuration', () => {
  it('has defaults', () => {
    expect(parseConfiguration(undefined)).toEqual({ configuration: defaults, problems: [] })
  })

  it('has valid defaults', () => {
    expect(parseConfiguration(structuredClone(defaults))).toEqual({ configuration: defaults, problems: [] })
  })

  it('has the gateways of the membership service', { tags: 'pay.gateways' }, () => {
    expect(defaults.gateways).toEqual({ card: 's7qsh6-5sg', paypal: 'qk9sts-6j1' })
  })

  it('has the name of the title before a screen sets its own', { tags: 'shell.title' }, () => {
    expect(readFileSync('index.html', 'utf8')).toContain(`<title>Dashboard · ${defaults.brand.name}</title>`)
  })

  it('merges overrides into the defaults, field by field', () => {
    const { configuration, problems } = parseConfiguration({
      brand: { name: 'Lakeside News' },
      keys: { stripe: 'pk_test_1' },
      links: { signUp: '/sandbox' },
    })
    expect(problems).toEqual([])
    expect(configuration).toEqual({
      ...defaults,
      brand: { ...defaults.brand, name: 'Lakeside News' },
      keys: { ...defaults.keys, stripe: 'pk_test_1' },
      links: { ...defaults.links, signUp: '/sandbox' },
    })
  })

  it.each([
    ['a script for a URL', { links: { website: 'javascript:alert(1)' } }, 'links.website'],
    ['a URL of another origin without a scheme', { links: { website: '//evil.example' } }, 'links.website'],
    ['a number for a name', { brand: { name: 7 } }, 'brand.name'],
    ['an empty name', { brand: { name: ' ' } }, 'brand.name'],
    ['an unknown field', { brand: { nam: 'x' } }, 'brand.nam'],
    ['an unknown group', { brands: {} }, 'brands'],
    ['a group that is no object', { brand: 'x' }, 'brand'],
    ['a list', [], 'configuration'],
  ])('keeps the default and names the path: %s', (_, overrides, path) => {
    const { configuration, problems } = parseConfiguration(overrides)
    expect(configuration).toEqual(defaults)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${path}: `))
  })
})

it.each(['dollars', 'XYZ', '', 'usd'])(
  'the default currency does not replace the unknown one %j',
  { tags: 'plan.incomplete' },
  (currency) => {
    const { configuration, problems } = parseConfiguration({ money: { currency } })
    expect(configuration.money).toEqual({ ...defaults.money, currency: '' })
    expect(problems).toEqual(['money.currency: not an ISO 4217 code'])
  },
)

describe('configuration of a page', () => {
  afterEach(() => {
    document.body.replaceChildren()
    vi.restoreAllMocks()
  })

  const write = (text: string) => {
    const script = document.createElement('script')
    script.type = 'application/json'
    script.id = 'configuration'
    script.textContent = text
    document.body.append(script)
  }

  it('is read from the page', () => {
    write('{"brand":{"name":"Lakeside News"}}')
    expect(readPageConfiguration(document).brand.name).toBe('Lakeside News')
  })

  it('has defaults without an element or with an empty one', () => {
    expect(readPageConfiguration(document)).toEqual(defaults)
    write('')
    expect(readPageConfiguration(document)).toEqual(defaults)
  })

  it('has defaults and warns if the text is not valid JSON', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    write('{"brand":')
    expect(readPageConfiguration(document)).toEqual(defaults)
    expect(warn).toHaveBeenCalledOnce()
  })
})
