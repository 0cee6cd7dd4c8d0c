/**
 * Every machine, state and transition has an address behind the `#`, so that the atlas works on any web server:
 * `#/signIn`, `#/signIn/state/open.invalid`, `#/signIn/transition/open/form.submit/0`.
 */
import { useSyncExternalStore } from 'react'

export type Selected =
  { readonly kind: 'state'; readonly path: string } | { readonly kind: 'transition'; readonly key: string }

export type Place = { readonly machine: string; readonly selected: Selected | undefined }

/** The key of a transition, as tools/model-testing names it: state, event (or 'always'), place in its list. */
const partsOf = (key: string): string[] => key.split(' | ')

export function addressOf({ machine, selected }: Place): string {
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

export function placeAt(hash: string): Place {
  const [machine = '', kind, ...rest] = hash.replace(/^#\/?/, '').split('/').map(decoded)
  if (kind === 'state' && rest[0] !== undefined) return { machine, selected: { kind, path: rest[0] } }
  if (kind === 'transition' && rest.length === 3) return { machine, selected: { kind, key: rest.join(' | ') } }
  return { machine, selected: undefined }
}

function subscribe(hear: () => void): () => void {
  addEventListener('hashchange', hear)
  return () => removeEventListener('hashchange', hear)
}

/** The address that is open, as it changes. */
export const useAddress = (): string => useSyncExternalStore(subscribe, () => location.hash)

/** Whether charts show the screens of their states: `?pictures`, which every address of the atlas keeps. */
export const arePicturesWanted = (): boolean => new URLSearchParams(location.search).has('pictures')

const listeners = new Set<() => void>()

export const usePictures = (): boolean =>
  useSyncExternalStore((hear) => {
    listeners.add(hear)
    addEventListener('popstate', hear)
    return () => {
      listeners.delete(hear)
      removeEventListener('popstate', hear)
    }
  }, arePicturesWanted)

export function wantPictures(wanted: boolean): void {
  history.replaceState(history.state, '', `${location.pathname}${wanted ? '?pictures' : ''}${location.hash}`)
  for (const hear of listeners) hear()
}

export function go(place: Place): void {
  location.hash = addressOf(place)
}
