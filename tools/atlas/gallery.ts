/**
 * Screenshots by state. `npm run gallery` writes them to `.gallery/`:
 *
 *   .gallery/index.json
 *     { "<machine>": { "<state path>": ["390.light", "390.dark", "1440.light", "1440.dark"] } }
 *   .gallery/<machine>/<state path>.<width>.<scheme>.webp
 *
 * A state path has dots (`open.invalid`). The index lists existing screenshots only. The sandbox serves the folder at
 * /atlas/gallery/, and `npm run atlas` copies it into the site.
 */
export type GalleryIndex = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export type Screenshot = { readonly address: string; readonly width: number; readonly scheme: 'light' | 'dark' }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the valid entries of the index and ignores the others. */
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

/** Loads the index once. It is empty if there are no screenshots. */
export function loadGalleryIndex(): Promise<GalleryIndex> {
  cached ??= fetch('gallery/index.json')
    .then(async (response) => (response.ok ? parseGalleryIndex(await response.json()) : {}))
    .catch(() => ({}))
  return cached
}

export const statesWithScreenshots = (index: GalleryIndex, machine: string): Set<string> =>
  new Set(Object.entries(index[machine] ?? {}).flatMap(([path, shots]) => (shots.length > 0 ? [path] : [])))

/** Returns the screenshots of a state, small screens first. Falls back to the other scheme if this one has none. */
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
