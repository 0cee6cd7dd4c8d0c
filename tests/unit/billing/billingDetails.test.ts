import { describe, expect, it } from 'vitest'
import { parseMember } from '../../../src/api/memberParsers.ts'
import { billingDetails } from '../../../src/billing/billingDetails.ts'
import { browserRegion } from '../../../src/platform/browserRegion.ts'

const address = {
  'mepr-address-one': '2 Harbor Street',
  'mepr-address-two': 'Apt 3',
  'mepr-address-city': 'Portland',
  'mepr-address-state': 'ME',
  'mepr-address-zip': '04101',
  'mepr-address-country': 'US',
}

describe('what the form for a new card starts with', { tags: 'card.prefill' }, () => {
  it('is the name and the address of the profile', () => {
    const member = parseMember({ id: 2, first_name: 'Mara', last_name: 'Ellison', display_name: 'mara', address })
    expect(billingDetails(member, 'DE')).toEqual({
      cardholderName: 'Mara Ellison',
      billingAddress: '2 Harbor Street, Apt 3',
      country: 'US',
      state: 'ME',
      city: 'Portland',
      postalCode: '04101',
    })
  })

  it('is the region of the browser without a country in the profile, whose state and city are of no use then', () => {
    const member = parseMember({ id: 2, display_name: 'mara', address: { ...address, 'mepr-address-country': '' } })
    expect(billingDetails(member, 'DE')).toMatchObject({ cardholderName: 'mara', country: 'DE', state: '', city: '' })
    expect(billingDetails(parseMember({ id: 2 }), '').country).toBe('')
  })
})

describe('the region of the browser', { tags: 'card.prefill' }, () => {
  it.each([
    [['de-AT', 'en-US'], 'AT'],
    [['en-US'], 'US'],
    [['de', 'en-US', 'en'], 'DE'],
    [['zh-Hant-TW'], 'TW'],
    [['es-419'], ''],
    [['not a language'], ''],
    [[], ''],
  ])('of %j is ‘%s’', (languages, region) => {
    expect(browserRegion(languages)).toBe(region)
  })
})
