import * as v from 'valibot'

/** How a viewer likes to watch, kept in this browser until logout. */
export type Taste = { volume: number; muted: boolean; captions: boolean }

const shape = v.object({
  volume: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  muted: v.boolean(),
  captions: v.boolean(),
})
const name = 'statecast.player'
const usual: Taste = { volume: 1, muted: false, captions: false }

/** What was kept, or the usual where nothing was, or where it is damaged or storage is closed. */
export function readTaste(shelf: () => Pick<Storage, 'getItem'>): Taste {
  try {
    return v.parse(shape, JSON.parse(shelf().getItem(name) ?? 'null'))
  } catch {
    return usual
  }
}

/** Keeps it where storage is open; elsewhere it holds for this page only. */
export function keepTaste(shelf: () => Pick<Storage, 'setItem'>, taste: Taste): void {
  try {
    shelf().setItem(name, JSON.stringify(taste))
  } catch {
    return
  }
}
