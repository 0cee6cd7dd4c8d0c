import { type Configuration } from '../configuration.ts'

/**
 * For as long as the tab lives: redirects drop the query, and a reload must not end an inspection. It is not the user's,
 * so its name does not begin as those do that go with the user.
 */
const item = 'inspect'

/**
 * Where this page's actors are to be shown, if somebody asks for it by `?inspect` and the server allows it. Only a
 * server with the sandbox does: it alone names an inspector in the configuration. `?inspect=off` ends it.
 */
export function inspectorAsked(
  page: Pick<Window, 'location'>,
  shelf: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  { inspector }: Configuration,
): string | undefined {
  if (inspector.address === '') return undefined
  const asked = new URLSearchParams(page.location.search).get('inspect')
  try {
    if (asked === 'off') shelf().removeItem(item)
    else if (asked !== null) shelf().setItem(item, 'on')
    else if (shelf().getItem(item) === null) return undefined
  } catch {
    // A closed shelf remembers nothing: then the query has to stand in every address.
    if (asked === null) return undefined
  }
  return asked === 'off' ? undefined : inspector.address
}
