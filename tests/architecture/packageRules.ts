/** Rules about the packages the product is built of. */

export type Lock = {
  readonly packages: Readonly<Record<string, { license?: string; resolved?: string; link?: boolean }>>
}

/** Licences under which the product may be built, sold and kept closed. */
const ALLOWED_LICENCES = new Set([
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

/** Packages that tell their licence only in a file beside their code. */
const LICENCES_IN_FILES: Readonly<Record<string, string>> = { 'parse-cache-control': 'BSD-3-Clause' }

/** Whether a licence expression allows it: one side of an OR is enough, both of an AND are needed. */
export function isAllowedLicence(expression: string): boolean {
  const withoutBrackets = expression.replace(/[()]/g, ' ').trim()
  if (/\sOR\s/.test(withoutBrackets)) return withoutBrackets.split(/\sOR\s/).some(isAllowedLicence)
  if (/\sAND\s/.test(withoutBrackets)) return withoutBrackets.split(/\sAND\s/).every(isAllowedLicence)
  return ALLOWED_LICENCES.has(withoutBrackets.replace(/\s+WITH\s+.*/, ''))
}

/** Packages whose licence is not among those, by the lock file or their own package.json. */
export function forbiddenLicences(lock: Lock, licenceOf: (path: string) => string | undefined): string[] {
  return Object.entries(lock.packages).flatMap(([path, { license, link }]) => {
    if (path === '' || link) return []
    const name = path.replace(/^.*node_modules\//, '')
    const licence = license ?? licenceOf(path) ?? LICENCES_IN_FILES[name]
    if (licence !== undefined && isAllowedLicence(licence)) return []
    return [`${name} is under ${licence ?? 'no licence that it tells'}`]
  })
}

/** Addresses in the lock file: it has to work wherever packages come from. */
export function registryAddresses(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:\/\//.test(resolved))
    .map(([path, { resolved }]) => `${path} is fetched from ${resolved ?? ''}`)
}
