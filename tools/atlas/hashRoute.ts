/**
 * Every machine, state and transition has a URL hash, so that the atlas works on any web server:
 * `#/signIn`, `#/signIn/state/open.invalid`, `#/signIn/transition/open/form.submit/0`.
 */
import { useSyncExternalStore } from 'react'

export type Selected =
  | { readonly kind: 'state'; readonly path: string }
  | { readonly kind: 'transition'; readonly key: string }

export type AtlasRoute = { readonly machine: string; readonly selected: Selected | undefined }

/** The key of a transition, as in tools/model-testing: state, event (or 'always') and index in its list. */
const partsOf = (key: string): string[] => key.split(' | ')

export function hashOf({ machine, selected }: AtlasRoute): string {
  const parts =
    selected === undefined
      ? [machine]
      : selected.kind === 'state'
        ? [machine, 'state', selected.path]
        : [machine, 'transition', ...partsOf(selected.key)]
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function routeAt(hash: string): AtlasRoute {
  const [machine = '', kind, ...rest] = hash.replace(/^#\/?/, '').split('/').map(decoded)
  if (kind === 'state' && rest[0] !== undefined) return { machine, selected: { kind, path: rest[0] } }
  if (kind === 'transition' && rest.length === 3) return { machine, selected: { kind, key: rest.join(' | ') } }
  return { machine, selected: undefined }
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash)

/** Whether charts show the screenshots of their states: `?pictures`, which every link of the atlas keeps. */
export const areScreenshotsShown = (): boolean => new URLSearchParams(location.search).has('pictures')

const listeners = new Set<() => void>()

export const useScreenshotsShown = (): boolean =>
  useSyncExternalStore((onChange) => {
    listeners.add(onChange)
    addEventListener('popstate', onChange)
    return () => {
      listeners.delete(onChange)
      removeEventListener('popstate', onChange)
    }
  }, areScreenshotsShown)

export function setScreenshotsShown(isShown: boolean): void {
  history.replaceState(history.state, '', `${location.pathname}${isShown ? '?pictures' : ''}${location.hash}`)
  for (const onChange of listeners) onChange()
}

export function navigate(route: AtlasRoute): void {
  location.hash = hashOf(route)
}
