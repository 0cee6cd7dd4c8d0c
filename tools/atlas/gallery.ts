/**
 * Pictures of screens by state. `npm run gallery` writes them below `.gallery/`:
 *
 *   .gallery/index.json
 *     { "<machine>": { "<state path>": ["390.light", "390.dark", "1440.light", "1440.dark"] } }
 *   .gallery/<machine>/<state path>.<width>.<scheme>.webp
 *
 * A state path has dots (`open.invalid`). The list names only pictures that are there. The sandbox's server gives the
 * folder at /atlas/gallery/, and `npm run atlas` copies it beside the page.
 */
export type GalleryIndex = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export type Screenshot = { readonly address: string; readonly width: number; readonly scheme: 'light' | 'dark' }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Takes what is as agreed and leaves out the rest. */
export function parseGalleryIndex(given: unknown): GalleryIndex {
  if (!isRecord(given)) return {}
  return Object.fromEntries(
    Object.entries(given).map(([machine, states]) => [
      machine,
      Object.fromEntries(
        Object.entries(isRecord(states) ? states : {}).map(([path, shots]) => [
          path,
          Array.isArray(shots)
            ? shots.filter((shot): shot is string => typeof shot === 'string' && /^\d+\.(light|dark)$/.test(shot))
            : [],
        ]),
      ),
    ]),
  )
}

let cached: Promise<GalleryIndex> | undefined

/** The list of pictures; empty where none have been taken. Asked once. */
export function loadGalleryIndex(): Promise<GalleryIndex> {
  cached ??= fetch('gallery/index.json')
    .then(async (answer) => (answer.ok ? parseGalleryIndex(await answer.json()) : {}))
    .catch(() => ({}))
  return cached
}

/** The states of a machine of which there are pictures. */
export const statesWithScreenshots = (index: GalleryIndex, machine: string): Set<string> =>
  new Set(Object.entries(index[machine] ?? {}).flatMap(([path, shots]) => (shots.length > 0 ? [path] : [])))

/** The pictures of one state in a scheme, small screens first; where a state has only the other scheme, in that. */
export function screenshotsOf(
  index: GalleryIndex,
  machine: string,
  path: string,
  scheme: Screenshot['scheme'],
): Screenshot[] {
  const all = [...(index[machine]?.[path] ?? [])]
    .map((shot): Screenshot => {
      const [width = '', scheme] = shot.split('.')
      const file = [machine, `${path}.${shot}.webp`].map(encodeURIComponent).join('/')
      return { address: `gallery/${file}`, width: Number(width), scheme: scheme === 'dark' ? 'dark' : 'light' }
    })
    .sort((a, b) => a.width - b.width)
  const wanted = all.filter((shot) => shot.scheme === scheme)
  return wanted.length > 0 ? wanted : all
}
