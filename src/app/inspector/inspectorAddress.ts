import { type Configuration } from '../configuration.ts'

/**
 * In session storage, because redirects drop the query. Without the prefix `statecast.`, so that signing out keeps it.
 */
const storageKey = 'inspect'

/**
 * The address of the inspector when `?inspect` asks for it and the configuration has one, which only a server with the
 * sandbox sets. `?inspect=off` ends it.
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
    // Storage is closed: only the query of this address counts.
    if (requested === null) return undefined
  }
  return requested === 'off' ? undefined : inspector.address
}
