/**
 * Machines together: a parent with its child machines really in it. What they say to one another – that a child starts,
 * with which input, and what it answers at its end – is no case of a model here; it happens. Only what comes from the
 * world outside, events, answers of promises and time, is still named by the models, each machine's own.
 */
import { readChart, type Chart } from './chart.ts'
import { Coverage } from './coverage.ts'
import { answerEvent, happenings, labelOf, type Happening } from './happening.ts'
import { type Model } from './model.ts'
import { UnknownName } from './near.ts'
import { stepper, type Moment, type Stepper, type Timer } from './step.ts'
import { happeningWords, momentWords, time } from './words.ts'

/** What a child's end is to its parent; told where what `src` provides does not hand the machine's output on as it is. */
export type Translate = (output: unknown) => { kind: 'done' | 'error'; payload: unknown }

/** A machine and those that play its actors; `children` by the name of the actor in `setup`. */
export type Cast = {
  readonly model: Model
  readonly children?: Readonly<Record<string, Cast>>
  readonly translate?: Translate
}

/** All machines at one moment, by the way to them: '' is the outermost, 'planChange/payment' a child's child. */
export type Scene = { readonly now: number; readonly actors: ReadonlyMap<string, Moment> }

/** What happens: to one actor from outside, or time that passes until the next delay of any of them ends. */
export type Act =
  | { readonly kind: 'happening'; readonly at: string; readonly happening: Happening; readonly label: string }
  | { readonly kind: 'time'; readonly until: number; readonly label: string }

export type SceneStep = { readonly act: Act; readonly scene: Scene }
export type ScenePath = {
  readonly name: string
  readonly input: string
  readonly start: Scene
  readonly steps: readonly SceneStep[]
}

export type Company = {
  readonly cast: Cast
  readonly paths: readonly ScenePath[]
  /** The size of the state space: what can be told apart, and what leads from one to the other. */
  readonly vertices: number
  readonly edges: number
  /** What each machine, by name, was seen to do in company. */
  readonly coverage: ReadonlyMap<string, Coverage>
  /** Invariants that a machine broke in company, each with the way there. */
  readonly broken: readonly string[]
  readonly limited: boolean
  /** The ways into a state of one of the machines: 'thanking', 'planChange/unclear'. Throws `UnknownName`. */
  readonly into: (state: string) => ScenePath[]
}

type Part = {
  readonly cast: Cast
  readonly model: Model
  readonly chart: Chart
  readonly step: Stepper
  readonly coverage: Coverage
}

const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/')
const idOf = (path: string): string => path.split('/').at(-1) ?? ''
export const below = (path: string, id: string): string => (path === '' ? id : `${path}/${id}`)
const isBelow = (path: string, other: string): boolean => path === other || other === '' || path.startsWith(`${other}/`)

/** The machines of a cast, each prepared once. */
function prepare(cast: Cast, parts = new Map<Cast, Part>(), coverage = new Map<string, Coverage>()): Map<Cast, Part> {
  const { model, children = {} } = cast
  const chart = readChart(model.machine)
  // Answers of a machine that plays along are its own affair.
  const played = new Set(chart.invocations.filter(({ src }) => Object.hasOwn(children, src)).map(({ id }) => id))
  const unknown = Object.keys(children).filter((src) => !chart.invocations.some((invocation) => invocation.src === src))
  if (unknown.length > 0) throw new Error(`${model.name} invokes no '${unknown.join("', '")}'.`)
  const outcomes = Object.fromEntries(Object.entries(model.outcomes).filter(([id]) => !played.has(id)))
  const seen = coverage.get(model.name) ?? new Coverage(chart)
  coverage.set(model.name, seen)
  parts.set(cast, { cast, model: { ...model, outcomes }, chart, step: stepper(model.machine), coverage: seen })
  for (const child of Object.values(children)) prepare(child, parts, coverage)
  return parts
}

type Post = { readonly to: string; readonly event: ReturnType<typeof answerEvent> }

/** Steps the whole company purely. */
function director(cast: Cast) {
  const parts = prepare(cast)
  const partAt = (path: string): Part => {
    let at = cast
    let chart = parts.get(cast)?.chart
    for (const id of path === '' ? [] : path.split('/')) {
      const src = chart?.invocations.find((invocation) => invocation.id === id)?.src
      const child = src === undefined ? undefined : at.children?.[src]
      if (!child) throw new Error(`nobody plays '${path}'`)
      at = child
      chart = parts.get(at)?.chart
    }
    return parts.get(at) as Part
  }

  /** Puts an actor's new moment on the stage, starts and stops children as it says, and notes what has to be told. */
  const settle = (actors: Map<string, Moment>, path: string, moment: Moment, now: number, post: Post[]): void => {
    const { cast: own, coverage } = partAt(path)
    actors.set(path, moment)
    coverage.add(moment)
    const leave = (id: string): void => {
      for (const other of [...actors.keys()]) if (isBelow(other, below(path, id))) actors.delete(other)
    }
    const isOver = moment.snapshot.status !== 'active'
    for (const id of moment.stopped) if (!moment.spawned.some((spawned) => spawned.id === id)) leave(id)
    if (isOver) for (const id of Object.keys(moment.snapshot.children)) leave(id)
    for (const { id, src, input } of isOver ? [] : moment.spawned) {
      leave(id)
      if (!own.children?.[src]) continue
      const child = below(path, id)
      settle(actors, child, partAt(child).step.start(input, now), now, post)
    }
    if (!isOver || path === '') return
    const { snapshot } = moment
    const end =
      snapshot.status === 'done'
        ? (own.translate?.(snapshot.output) ?? { kind: 'done' as const, payload: snapshot.output as unknown })
        : { kind: 'error' as const, payload: snapshot.error }
    post.push({ to: parentOf(path), event: answerEvent(end.kind, idOf(path), end.payload) })
  }

  const deliver = (actors: Map<string, Moment>, now: number, post: Post[]): void => {
    for (let letter = post.shift(); letter; letter = post.shift()) {
      const { to, event } = letter
      const before = actors.get(to)
      if (before?.snapshot.status !== 'active') continue
      settle(actors, to, partAt(to).step.next({ ...before, now }, event), now, post)
    }
  }

  const timersOf = (actors: ReadonlyMap<string, Moment>): { path: string; timer: Timer }[] =>
    [...actors].flatMap(([path, { timers }]) => timers.map((timer) => ({ path, timer })))

  return {
    parts,
    partAt,
    start: (input: unknown): Scene => {
      const actors = new Map<string, Moment>()
      const post: Post[] = []
      settle(actors, '', partAt('').step.start(input), 0, post)
      deliver(actors, 0, post)
      return { now: 0, actors }
    },
    /** Everything that may happen next. */
    acts: ({ actors, now }: Scene): Act[] => {
      const acts = [...actors].flatMap(([at, moment]): Act[] =>
        happenings(partAt(at).model, moment)
          .filter(({ kind }) => kind !== 'delay')
          .map((happening) => ({
            kind: 'happening',
            at,
            happening,
            label: `${at === '' ? '' : `${at}: `}${labelOf(happening)}`,
          })),
      )
      const due = timersOf(actors).map(({ timer }) => timer.due)
      if (due.length === 0) return acts
      const until = Math.max(now, Math.min(...due))
      return [...acts, { kind: 'time', until, label: `${until - now} ms pass` }]
    },
    /** What an act leads to; undefined where it takes no transition. */
    play: (scene: Scene, act: Act): Scene | undefined => {
      const actors = new Map(scene.actors)
      const post: Post[] = []
      if (act.kind === 'happening') {
        const before = actors.get(act.at)
        if (!before) throw new Error(`nobody is at '${act.at}'`)
        const moment = partAt(act.at).step.next({ ...before, now: scene.now }, act.happening.event)
        if (moment.taken.length === 0 && moment.snapshot.status === 'active') {
          partAt(act.at).coverage.add(moment)
          return undefined
        }
        settle(actors, act.at, moment, scene.now, post)
        deliver(actors, scene.now, post)
        return { now: scene.now, actors }
      }
      // Everything that is due then ends, one after the other; what one of them stops does not.
      for (const { path, timer } of timersOf(actors).filter(({ timer }) => timer.due <= act.until)) {
        const before = actors.get(path)
        if (!before?.timers.includes(timer)) continue
        settle(actors, path, partAt(path).step.next({ ...before, now: act.until }, timer.event, timer), act.until, post)
        deliver(actors, act.until, post)
      }
      return { now: act.until, actors }
    },
    /** What can be told apart: where each machine is, and the part of its context that decides its future. */
    nameOf: ({ actors }: Scene): string =>
      JSON.stringify(
        [...actors]
          .map(([path, { snapshot }]) => [path, snapshot.value, snapshot.status, partAt(path).model.facet(snapshot)])
          .sort((one, other) => String(one[0]).localeCompare(String(other[0]))),
      ),
  }
}

type Node = { scene: Scene; name: string; input: string; from?: Node; act?: Act; isLeaf: boolean }

const labelsTo = (node: Node): string[] => (node.from && node.act ? [...labelsTo(node.from), node.act.label] : [])

function pathTo(node: Node): ScenePath {
  const steps: SceneStep[] = []
  let at = node
  for (; at.from && at.act; at = at.from) steps.unshift({ act: at.act, scene: at.scene })
  return { name: labelsTo(node).join(' → '), input: node.input, start: at.scene, steps }
}

/** Walks everything that the company can do, the nearest first, from each of the outermost machine's inputs. */
export function rehearse(cast: Cast, { limit = 60_000, inputs = Object.keys(cast.model.inputs) } = {}): Company {
  const { start, acts, play, nameOf, partAt, parts } = director(cast)
  const nodes: Node[] = []
  const edges = new Set<string>()
  const expanded = new Set<string>()
  const broken = new Map<string, string>()
  const check = (node: Node): void => {
    for (const [path, { snapshot }] of node.scene.actors) {
      const { model } = partAt(path)
      for (const [name, holds] of Object.entries(model.invariants)) {
        const key = `${model.name} breaks '${name}'`
        if (holds(snapshot) || broken.has(key)) continue
        broken.set(key, `${key} in ${JSON.stringify(snapshot.value)} (${node.input}: ${labelsTo(node).join(' → ')})`)
      }
    }
  }
  for (const input of inputs) {
    const scene = start(cast.model.inputs[input])
    nodes.push({ scene, name: `${input} ${nameOf(scene)}`, input, isLeaf: true })
  }
  nodes.forEach(check)
  let limited = false
  for (let i = 0; i < nodes.length && !limited; i++) {
    const node = nodes[i] as Node
    // What can be told apart is walked on from once, from where it was met first.
    if (expanded.has(node.name)) continue
    expanded.add(node.name)
    for (const act of acts(node.scene)) {
      const scene = play(node.scene, act)
      if (!scene) continue
      const name = `${node.input} ${nameOf(scene)}`
      const edge = JSON.stringify([node.name, act.label, name])
      if (edges.has(edge)) continue
      if (edges.size >= limit) {
        limited = true
        break
      }
      edges.add(edge)
      node.isLeaf = false
      const reached = { scene, name, input: node.input, from: node, act, isLeaf: true }
      nodes.push(reached)
      check(reached)
    }
  }
  return {
    cast,
    paths: nodes.filter(({ isLeaf }) => isLeaf).map(pathTo),
    vertices: expanded.size,
    edges: edges.size,
    coverage: new Map([...parts.values()].map(({ model, coverage }) => [model.name, coverage])),
    broken: [...broken.values()],
    limited,
    into: (wanted) => {
      const known = [...parts.values()].flatMap(({ chart }) => [...chart.states.keys()])
      const [way, state] = [parentOf(wanted), idOf(wanted)]
      if (!known.includes(state)) throw new UnknownName(`state of ${cast.model.name} and those in it`, state, known)
      const isThere = ({ scene }: Node): boolean =>
        scene.actors.get(way)?.snapshot._nodes.some(({ path }) => path.join('.') === state) === true
      return nodes.filter((node) => isThere(node) && !(node.from && isThere(node.from))).map(pathTo)
    },
  }
}

/**
 * Few paths that show all that a single step can do: whatever happens, with every choice of transitions that any of the
 * machines takes then. The others show the same again from elsewhere.
 */
export function essential(paths: readonly ScenePath[]): ScenePath[] {
  const shown = new Set<string>()
  return paths.filter(({ start, steps }) => {
    let before = start
    let isNew = false
    for (const { act, scene } of steps) {
      const taken = [...scene.actors].flatMap(([way, moment]) =>
        before.actors.get(way) === moment ? [] : [way, ...moment.taken],
      )
      const name = JSON.stringify([act.kind === 'time' ? 'time' : act.label, taken])
      if (!shown.has(name)) isNew = true
      shown.add(name)
      before = scene
    }
    return isNew
  })
}

/** A path as numbered steps: who it happens to, what happens, and where those now are that it changed. */
export function sceneWords(cast: Cast, path: ScenePath): string[] {
  const modelAt = (way: string): Model => {
    let at: Cast = cast
    for (const id of way === '' ? [] : way.split('/')) {
      const src = readChart(at.model.machine).invocations.find((invocation) => invocation.id === id)?.src ?? id
      at = at.children?.[src] ?? at
    }
    return at.model
  }
  const now = (scene: Scene, before?: Scene): string =>
    [...scene.actors]
      .filter(([way, moment]) => before?.actors.get(way) !== moment)
      .map(([way, moment]) => `${way === '' ? '' : `${way}: `}${momentWords(moment)}`)
      .join(' · ')
  const lines = [`Begin: ${path.input}. Now ${now(path.start)}`]
  let before = path.start
  path.steps.forEach(({ act, scene }, i) => {
    const moment = act.kind === 'happening' ? before.actors.get(act.at) : undefined
    const words =
      act.kind === 'happening' && moment
        ? `${act.at === '' ? '' : `(${act.at}) `}${happeningWords(modelAt(act.at), act.happening, moment)}`
        : `${time(scene.now - before.now)} ${/^1 /.test(time(scene.now - before.now)) ? 'passes' : 'pass'}.`
    lines.push(`${i + 1}. ${words}`, `   Now ${now(scene, before)}`)
    before = scene
  })
  return lines
}

/** How large a company is, in a line. */
export function sizeWords({ vertices, edges, paths, limited }: Company): string {
  const number = (count: number): string => count.toLocaleString('en')
  const told = `${number(vertices)} states, ${number(edges)} transitions, ${number(paths.length)} paths`
  return limited ? `${told}, and more: the walk stopped at its limit` : told
}
