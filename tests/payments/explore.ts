/** Visits every world that can be reached, the nearest first, and tells each promise that one of them breaks. */
import { flows, type Machines } from './flow.ts'
import { type Host } from './host.ts'
import { isAtRest, nameOf, rules, world, type Bounds, type Rules, type World } from './world.ts'

export type Explored = {
  worlds: number
  transitions: number
  flows: number
  ms: number
  /** Promise → the shortest story in which it is broken. */
  broken: Record<string, string[]>
  limited: boolean
}

export type Exploration = {
  machines: Machines
  hosts: readonly Host[]
  bounds: Bounds
  rules?: Rules
  /** Stop as soon as this promise is broken. */
  until?: string
  limit?: number
}

/** What a page that goes away does: no way on that a screen may rely on. */
const isAway = (label: string): boolean => /^(?:in the other tab, )?(?:reload|close|open)(?: |$)/.test(label)

export function explore({
  machines,
  hosts,
  bounds,
  rules: kept = rules,
  until,
  limit = 400_000,
}: Exploration): Explored {
  const began = performance.now()
  const all = flows(machines)
  const { begin, next } = world(all, bounds, kept)
  const known = new Map<string, number>()
  const worlds: World[] = []
  const from: [number, string][] = []
  const back: number[][] = []
  const broken: Record<string, string[]> = {}
  let transitions = 0

  const story = (place: number, last: string): string[] => {
    const told = [last]
    for (let at = place; at >= 0;) {
      const [before, label] = from[at] ?? [-1, '']
      if (before >= 0) told.unshift(label)
      at = before
    }
    return told
  }
  const place = (one: World, before: number, label: string): number => {
    const name = nameOf(one)
    const seen = known.get(name)
    if (seen !== undefined) return seen
    known.set(name, worlds.length)
    worlds.push(one)
    from.push([before, label])
    back.push([])
    return worlds.length - 1
  }

  for (const host of hosts) place(begin(host, bounds.ways.length), -1, '')
  for (let at = 0; at < worlds.length && worlds.length < limit; at++) {
    for (const { label, world: reached, broken: promise } of next(worlds[at] as World)) {
      transitions++
      if (promise !== undefined) {
        broken[promise] ??= story(at, label)
        // What follows from a broken promise says nothing more.
        continue
      }
      const to = place(reached, at, label)
      if (!isAway(label)) back[to]?.push(at)
    }
    if (until !== undefined && broken[until]) break
  }

  const limited = worlds.length >= limit
  if (!limited && Object.keys(broken).length === 0) {
    for (let tab = 0; tab < bounds.ways.length; tab++) {
      const leads = new Uint8Array(worlds.length)
      const queue = worlds.flatMap(({ tabs: open }, at) => (isAtRest(open[tab]) ? [at] : []))
      for (const at of queue) leads[at] = 1
      for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
        for (const before of back[at] ?? []) {
          if (leads[before] === 1) continue
          leads[before] = 1
          queue.push(before)
        }
      }
      const trap = leads.indexOf(0)
      if (trap >= 0)
        broken['no state without a way on'] ??= story(trap, JSON.stringify(worlds[trap]?.tabs[tab]).slice(0, 300))
    }
  }
  return { worlds: worlds.length, transitions, flows: all.count(), ms: performance.now() - began, broken, limited }
}
