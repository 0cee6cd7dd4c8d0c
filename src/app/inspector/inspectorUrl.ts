import * as v from 'valibot'
import { createStoredItem, type ItemStorage } from '../../platform/storedItem.ts'
import { type Configuration } from '../configuration.ts'

/**
 * The URL of the inspector if `?inspect` enables it and the configuration has one, which only a server with the sandbox
 * sets. `?inspect=off` disables it. The setting is stored in session storage, because redirects drop the query.
 */
export function inspectorUrl(
  page: Pick<Window, 'location'>,
  getStorage: () => ItemStorage,
  { inspector }: Configuration,
): string | undefined {
  if (inspector.address === '') return undefined
  // Without the prefix `statecast.`, so that signing out keeps it.
  const stored = createStoredItem(getStorage, 'inspect', v.literal('on'))
  const requested = new URLSearchParams(page.location.search).get('inspect')
  if (requested === 'off') stored.remove()
  else if (requested !== null) stored.set('on')
  const isOn = requested === null ? stored.get() === 'on' : requested !== 'off'
  return isOn ? inspector.address : undefined
}
