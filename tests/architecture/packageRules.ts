export type Lock = {
  readonly packages: Readonly<Record<string, { license?: string; resolved?: string; link?: boolean }>>
}

/** Licenses that a closed-source commercial product may use. */
const ALLOWED_LICENSES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'Python-2.0',
  'EPL-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

/** Packages that declare their license in a file only. */
const LICENSES_IN_FILES: Readonly<Record<string, string>> = { 'parse-cache-control': 'BSD-3-Clause' }

/** Whether a license expression is allowed: one operand of OR is enough, AND needs both. */
export function isAllowedLicense(expression: string): boolean {
  const withoutBrackets = expression.replace(/[()]/g, ' ').trim()
  if (/\sOR\s/.test(withoutBrackets)) return withoutBrackets.split(/\sOR\s/).some(isAllowedLicense)
  if (/\sAND\s/.test(withoutBrackets)) return withoutBrackets.split(/\sAND\s/).every(isAllowedLicense)
  return ALLOWED_LICENSES.has(withoutBrackets.replace(/\s+WITH\s+.*/, ''))
}

/** Packages with another license, according to the lock file or their package.json. */
export function forbiddenLicenses(lock: Lock, licenseOf: (path: string) => string | undefined): string[] {
  return Object.entries(lock.packages).flatMap(([path, { license, link }]) => {
    if (path === '' || link) return []
    const name = path.replace(/^.*node_modules\//, '')
    const expression = license ?? licenseOf(path) ?? LICENSES_IN_FILES[name]
    if (expression !== undefined && isAllowedLicense(expression)) return []
    return [`${name} is under ${expression ?? 'no declared license'}`]
  })
}

/** Registry URLs in the lock file, which must work with every registry. */
export function registryUrls(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:\/\//.test(resolved))
    .map(([path, { resolved }]) => `${path} is fetched from ${resolved ?? ''}`)
}
