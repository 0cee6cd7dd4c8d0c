import type { AppLocation } from './accessRules.ts'
import type { LocationState } from './paths.ts'

/** The history entry of the page before the router is loaded. */
export type PageHistory = ReturnType<typeof createPageHistory>

/** The entry has the format of React Router, which keeps the state of a location in `usr`. */
export function createPageHistory({ history, location }: Pick<Window, 'history' | 'location'>) {
  const entry = (): Readonly<Record<string, unknown>> => {
    const state: unknown = history.state
    return typeof state === 'object' && state !== null ? { ...state } : {}
  }
  return {
    location: (): AppLocation => ({
      pathname: location.pathname,
      search: location.search,
      hash: location.hash,
      state: entry()['usr'] ?? null,
    }),
    replace: (to: string, state: LocationState | undefined) =>
      history.replaceState({ ...entry(), usr: state ?? null }, '', to),
  }
}
