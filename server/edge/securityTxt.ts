/** Where researchers look for the contact (RFC 9116). */
export const SECURITY_TXT_PATH = '/.well-known/security.txt'

/** Days until the content expires. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/**
 * The content of security.txt (RFC 9116). It expires at midnight UTC, so that it changes once a day.
 * @param contact a `mailto:` or `https:` URL
 * @param now ms since the epoch
 */
export function formatSecurityTxt(contact: string, publicOrigin: URL, now: number): string {
  const expires = new Date(now)
  expires.setUTCHours(VALID_DAYS * 24, 0, 0, 0)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL(SECURITY_TXT_PATH, publicOrigin).href}`,
    '',
  ].join('\n')
}
