const firstMatch = (agent: string, names: readonly (readonly [RegExp, string])[]): string =>
  names.find(([sign]) => sign.test(agent))?.[1] ?? ''

/** Whoever pretends to be another one comes first. */
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
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

/** What a browser says of itself, for a person: the device, and the browser on it ('' where there is none to name). */
export const describeDevice = (agent: string): { device: string; browser: string } => ({
  device: firstMatch(agent, devices) || 'Unknown device',
  browser: firstMatch(agent, browsers),
})

/** When somebody signed in, on this person's clock; '' where the host did not say. */
export const signedInText = (seconds: number | undefined, locale: string): string =>
  seconds === undefined
    ? ''
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000)
