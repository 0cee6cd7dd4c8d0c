import { routeOf, type AppLocation } from './accessRules.ts'
import { appRoutes, parseLocationState } from './paths.ts'

/** The location without the parameters of a reset link, which its state has instead; undefined without parameters. */
export function resetLinkRedirect({ pathname, search, state }: Pick<AppLocation, 'pathname' | 'search' | 'state'>) {
  if (routeOf(pathname) !== appRoutes.resetPassword) return undefined
  const query = new URLSearchParams(search)
  const [key, login] = [query.get('key'), query.get('login')]
  if (key === null && login === null) return undefined
  const reset = { key: key ?? '', login: login ?? '' }
  return { to: pathname, state: { ...parseLocationState(state), reset } }
}
