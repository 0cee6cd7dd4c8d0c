export interface Problem {
  readonly type: 'validation_error'
  readonly code: string
  readonly message: string
}
export function digitsOf(text: string): string
export function brandOf(digits: string): string
export function maxNumberLength(digits: string): number
export function cvcLength(digits: string): number
export function isLuhn(digits: string): boolean
export function formatNumber(digits: string): string
export function parseExpiry(text: string): { month: string; year: string }
/** The problem of a field. With `isBlurred`, an incomplete value is a problem too. */
export function numberProblem(digits: string, isBlurred: boolean): Problem | undefined
export function expiryProblem(
  expiry: { month: string; year: string },
  isBlurred: boolean,
  now: Date,
): Problem | undefined
export function cvcProblem(cvc: string, digits: string, isBlurred: boolean): Problem | undefined
/** Whether the country of a card has postal codes. */
export function hasPostalCode(digits: string): boolean
export function postalProblem(postal: string, isBlurred: boolean): Problem | undefined
