/** What everybody tries first, without the figures and signs around it. */
const firstTried = [
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

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** How many characters only go on in a row (abcd, 4321, asdf) or repeat the one before. */
function expectedSteps(characters: readonly string[]): number {
  const follows = (one: string, other: string) =>
    one === other || rows.some((row) => row.includes(one + other) || row.includes(other + one))
  return characters.filter((character, at) => at > 0 && follows(characters[at - 1] ?? '', character)).length
}

/** How far a password is from being guessed, in steps from 0 (nothing typed) to 4, and what would help. */
export type Strength = { readonly steps: 0 | 1 | 2 | 3 | 4; readonly words: string }

/**
 * A hint for who chooses a password, and no more: it knows length, the commonest passwords, rows of keys and the
 * person's own name, so it promises nothing and forbids nothing. What is allowed the host says.
 */
export function strengthOf(password: string, login: string): Strength {
  const typed = password.toLowerCase()
  const characters = Array.from(typed)
  const { length } = characters
  if (length === 0)
    return { steps: 0, words: 'Length helps most: a few words that don’t belong together are easy to keep.' }
  const spellings = [typed, typed.replaceAll('@', 'a').replaceAll('0', 'o').replaceAll('$', 's')]
  if (spellings.some((spelling) => firstTried.includes(spelling.replace(/^[^a-z]+|[^a-z]+$/g, ''))))
    return { steps: 1, words: 'Weak: this is among the first that anyone tries.' }
  const name = login.toLowerCase().replace(/@.*$/, '')
  if (name.length > 2 && typed.includes(name) && length - name.length < 8)
    return { steps: 1, words: 'Weak: leave your own name out, or add much more to it.' }
  // What can be foretold adds little to the length.
  const worth = length - expectedSteps(characters) * 0.75
  if (worth < length * 0.6 && worth < 12)
    return { steps: 1, words: 'Weak: repeats and rows of keys are quick to guess.' }
  if (worth < 8) return { steps: 1, words: 'Weak: make it longer, with another word or two.' }
  if (worth < 12) return { steps: 2, words: 'Fair: another word would make it much stronger.' }
  if (worth < 16) return { steps: 3, words: 'Good. Use it for nothing else.' }
  return { steps: 4, words: 'Strong. Use it for nothing else.' }
}
