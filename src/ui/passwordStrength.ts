/** The most common passwords, without digits and symbols around them. */
const commonPasswords = [
  'password',
  'passwort',
  'qwerty',
  'qwertz',
  'azerty',
  'letmein',
  'welcome',
  'admin',
  'iloveyou',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'batman',
  'master',
  'shadow',
  'trustno',
  'changeme',
  'secret',
  'login',
]

const keyRows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** The number of characters that continue a sequence (abcd, 4321, asdf) or repeat the one before. */
function countPredictable(characters: readonly string[]): number {
  const follows = (one: string, other: string) =>
    one === other || keyRows.some((row) => row.includes(one + other) || row.includes(other + one))
  return characters.filter((character, at) => at > 0 && follows(characters[at - 1] ?? '', character)).length
}

/** `steps` is from 0 (empty) to 4. */
export type PasswordStrength = { readonly steps: 0 | 1 | 2 | 3 | 4; readonly hint: string }

/**
 * Rates a password by its length, common passwords, sequences and the user name. It is only a hint, because the host
 * decides what is allowed.
 */
export function passwordStrength(password: string, login: string): PasswordStrength {
  const typed = password.toLowerCase()
  const characters = Array.from(typed)
  const { length } = characters
  if (length === 0) return { steps: 0, hint: 'Use 12 or more characters. Three or four random words work well.' }
  const spellings = [typed, typed.replaceAll('@', 'a').replaceAll('0', 'o').replaceAll('$', 's')]
  if (spellings.some((spelling) => commonPasswords.includes(spelling.replace(/^[^a-z]+|[^a-z]+$/g, ''))))
    return { steps: 1, hint: 'Too common: this is one of the first passwords people guess.' }
  const name = login.toLowerCase().replace(/@.*$/, '')
  if (name.length > 2 && typed.includes(name) && length - name.length < 8)
    return { steps: 1, hint: 'Weak: avoid your own name.' }
  // Predictable characters count less.
  const effectiveLength = length - countPredictable(characters) * 0.75
  if (effectiveLength < length * 0.6 && effectiveLength < 12)
    return { steps: 1, hint: 'Weak: avoid repeats and keyboard patterns.' }
  if (effectiveLength < 8) return { steps: 1, hint: 'Weak: make it longer.' }
  if (effectiveLength < 12) return { steps: 2, hint: 'Fair: add another word.' }
  if (effectiveLength < 16) return { steps: 3, hint: 'Good.' }
  return { steps: 4, hint: 'Strong.' }
}
