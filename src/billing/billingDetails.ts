import { type BillingDetails } from '../../machines/payment.types.ts'
import { type Member } from '../api/memberParsers.ts'

/**
 * What the profile knows of the form for a new card. Without a country in the profile the form starts with `region`, an
 * ISO 3166 code or ''.
 */
export function billingDetails({ firstName, lastName, displayName, address }: Member, region: string): BillingDetails {
  const { line1, line2, city, state, zip, country } = address
  return {
    cardholderName: [firstName, lastName].filter(Boolean).join(' ') || displayName,
    billingAddress: [line1, line2].filter(Boolean).join(', '),
    ...(country === '' ? { country: region, state: '', city: '' } : { country, state, city }),
    postalCode: zip,
  }
}
