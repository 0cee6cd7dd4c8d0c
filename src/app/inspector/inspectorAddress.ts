import { type Configuration } from '../configuration.ts'

/**
 * For as long as the tab lives: redirects drop the query, and a reload must not end an inspection. It is not the user's,
 * so its name does not begin as those do that go with the user.
 */
const storageKey = 'inspect'

/**
 * Where this page's actors are to be shown, if somebody asks for it by `?inspect` and the server allows it. Only a
 * server with the sandbox does: it alone names an inspector in the configuration. `?inspect=off` ends it.
 */
export function inspectorAddress(
  page: Pick<Window, 'location'>,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  { inspector }: Configuration,
): string | undefined {
  if (inspector.address === '') return undefined
  const requested = new URLSearchParams(page.location.search).get('inspect')
  try {
    if (requested === 'off') storage().removeItem(storageKey)
    else if (requested !== null) storage().setItem(storageKey, 'on')
    else if (storage().getItem(storageKey) === null) return undefined
  } catch {
    // A closed shelf remembers nothing: then the query has to stand in every address.
    if (requested === null) return undefined
  }
  return requested === 'off' ? undefined : inspector.address
}
