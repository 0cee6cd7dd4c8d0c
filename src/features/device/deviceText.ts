import { dateFormat } from '../../billing/formats.ts'

const firstMatch = (agent: string, names: readonly (readonly [RegExp, string])[]): string =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? ''

/** Browsers whose user agent also names another browser come first. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const devices = [
  [/\bRoku\b/, 'Roku'],
  [/\bAFT\w+|Amazon|Silk\//, 'Amazon Fire TV'],
  [/\bAndroid\b.*\bTV\b|\bGoogleTV\b/, 'Android TV'],
  [/\bTizen\b.*\bTV\b|\bSMART-TV\b.*\bTizen\b/i, 'Samsung TV'],
  [/\bWeb0S\b|\bwebOS\b.*\bTV\b/i, 'LG TV'],
  [/\bXbox\b/, 'Xbox'],
  [/\bPlayStation\b/, 'PlayStation'],
  [/\bSMART-TV\b|\bHbbTV\b|\bSmartTV\b/i, 'Smart TV'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

/** The device and the browser of a user agent; `browser` is '' if it is unknown. */
export const describeDevice = (agent: string): { device: string; browser: string } => ({
  device: firstMatch(agent, devices) || 'Unknown device',
  browser: firstMatch(agent, browsers),
})

/** 'today at 6:00 AM' or 'Nov 22, 2026, 6:00 AM', in local time; '' where the API has no time. `now` is in ms. */
export const signedInText = (seconds: number | undefined, locale: string, now = Date.now()): string => {
  if (seconds === undefined) return ''
  const date = new Date(seconds * 1000)
  return date.toDateString() === new Date(now).toDateString()
    ? `today at ${dateFormat(locale, { timeStyle: 'short' }).format(date)}`
    : dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
}

/** 'Chrome on Linux', or the device alone. */
export function deviceName(agent: string): string {
  const { device, browser } = describeDevice(agent)
  return browser ? `${browser} on ${device}` : device
}
