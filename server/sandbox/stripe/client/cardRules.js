// Brand, format and validation of a card number, with the messages of Stripe.js.

const BRANDS = [
  { brand: 'visa', start: /^4/, lengths: [16], cvc: 3 },
  { brand: 'mastercard', start: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], cvc: 3 },
  { brand: 'amex', start: /^3[47]/, lengths: [15], cvc: 4 },
  { brand: 'discover', start: /^(6011|64[4-9]|65)/, lengths: [16], cvc: 3 },
  { brand: 'diners', start: /^(30[0-5]|309|36|38|39)/, lengths: [14, 16], cvc: 3 },
  { brand: 'jcb', start: /^35(2[89]|[3-8])/, lengths: [16], cvc: 3 },
  { brand: 'unionpay', start: /^(62|81)/, lengths: [16, 17, 18, 19], cvc: 3 },
]
const UNKNOWN = { brand: 'unknown', lengths: [16], cvc: 3 }

export const digitsOf = (text) => text.replace(/\D/g, '')

const rulesOf = (digits) => BRANDS.find(({ start }) => start.test(digits)) ?? UNKNOWN

export const brandOf = (digits) => rulesOf(digits).brand
export const maxNumberLength = (digits) => Math.max(...rulesOf(digits).lengths)
export const cvcLength = (digits) => rulesOf(digits).cvc

export function isLuhn(digits) {
  let sum = 0
  for (let back = 0; back < digits.length; back += 1) {
    const digit = Number(digits[digits.length - 1 - back])
    const doubled = back % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** Groups the digits: `4242 4242 4242 4242`, or `3782 822463 10005` for American Express. */
export function formatNumber(digits) {
  const brand = brandOf(digits)
  const sizes = brand === 'amex' ? [4, 6, 5] : brand === 'diners' && digits.length <= 14 ? [4, 6, 4] : [4, 4, 4, 4, 3]
  const groups = []
  let from = 0
  for (const size of sizes) {
    if (from >= digits.length) break
    groups.push(digits.slice(from, from + size))
    from += size
  }
  return groups.join(' ')
}

/** Month and year of `1230`, `12/30` or `12/2030`. A first digit above 1 is a month by itself. */
export function parseExpiry(text) {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^\s*1\s*\//.test(text)) digits = `01${digits.slice(1)}`
  const month = digits.slice(0, 2)
  const rest = digits.slice(2)
  const year = rest.length >= 4 && rest.startsWith('20') ? rest.slice(2, 4) : rest.slice(0, 2)
  return { month, year }
}

const problem = (code, message) => ({ type: 'validation_error', code, message })

export function numberProblem(digits, isBlurred) {
  if (digits === '' || (!isBlurred && digits.length < Math.min(...rulesOf(digits).lengths))) {
    return isBlurred ? problem('incomplete_number', 'Your card number is incomplete.') : undefined
  }
  if (digits.length < Math.min(...rulesOf(digits).lengths)) {
    return problem('incomplete_number', 'Your card number is incomplete.')
  }
  return isLuhn(digits) ? undefined : problem('invalid_number', 'Your card number is invalid.')
}

export function expiryProblem({ month, year }, isBlurred, now) {
  if (month.length === 2 && (Number(month) < 1 || Number(month) > 12)) {
    return problem('invalid_expiry_month', 'Your card’s expiration date is invalid.')
  }
  if (month.length < 2 || year.length < 2) {
    return isBlurred ? problem('incomplete_expiry', 'Your card’s expiration date is incomplete.') : undefined
  }
  const fullYear = 2000 + Number(year)
  if (fullYear < now.getFullYear()) {
    return problem('invalid_expiry_year_past', 'Your card’s expiration year is in the past.')
  }
  if (fullYear === now.getFullYear() && Number(month) < now.getMonth() + 1) {
    return problem('invalid_expiry_month_past', 'Your card’s expiration date is in the past.')
  }
  if (fullYear > now.getFullYear() + 50) {
    return problem('invalid_expiry_year', 'Your card’s expiration year is invalid.')
  }
  return undefined
}

export function cvcProblem(cvc, digits, isBlurred) {
  return isBlurred && cvc.length < cvcLength(digits)
    ? problem('incomplete_cvc', 'Your card’s security code is incomplete.')
    : undefined
}

/** Whether the country of a card has postal codes. Hong Kong, the country of one test card, has none. */
export const hasPostalCode = (digits) => !digits.startsWith('400000344')

export function postalProblem(postal, isBlurred) {
  return isBlurred && postal.trim().length < 3
    ? problem('incomplete_zip', 'Your postal code is incomplete.')
    : undefined
}
