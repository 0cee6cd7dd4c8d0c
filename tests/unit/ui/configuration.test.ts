// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readPageConfiguration, defaults, parseConfiguration } from '../../../src/app/configuration.ts'

describe('configuration', () => {
  it('is the defaults where nothing is given', () => {
    expect(parseConfiguration(undefined)).toEqual({ configuration: defaults, problems: [] })
  })

  it('has defaults that are valid themselves', () => {
    expect(parseConfiguration(structuredClone(defaults))).toEqual({ configuration: defaults, problems: [] })
  })

  it('lays what is given over the defaults, field by field', () => {
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
    ['a script for an address', { links: { website: 'javascript:alert(1)' } }, 'links.website'],
    ['an address of another origin without a scheme', { links: { website: '//evil.example' } }, 'links.website'],
    ['a number for a name', { brand: { name: 7 } }, 'brand.name'],
    ['an empty name', { brand: { name: ' ' } }, 'brand.name'],
    ['a currency that is none', { money: { currency: 'dollars' } }, 'money.currency'],
    ['a field that nobody knows', { brand: { nam: 'x' } }, 'brand.nam'],
    ['a group that nobody knows', { brands: {} }, 'brands'],
    ['a group that is none', { brand: 'x' }, 'brand'],
    ['a list', [], 'configuration'],
  ])('keeps the default and names the place: %s', (_, overrides, place) => {
    const { configuration, problems } = parseConfiguration(overrides)
    expect(configuration).toEqual(defaults)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${place}: `))
  })
})

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

  it('is the defaults for an empty element and for none', () => {
    expect(readPageConfiguration(document)).toEqual(defaults)
    write('')
    expect(readPageConfiguration(document)).toEqual(defaults)
  })

  it('is the defaults, with a warning, where the text is broken', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    write('{"brand":')
    expect(readPageConfiguration(document)).toEqual(defaults)
    expect(warn).toHaveBeenCalledOnce()
  })
})
