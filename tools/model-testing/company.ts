/**
 * Machines together: a parent with its child machines really in it. What they say to one another – that a child starts,
 * with which input, and what it answers at its end – is no case of a model here; it happens. Only what comes from the
 * world outside, events, answers of promises and time, is still named by the models, each machine's own.
 */
import { type EventObject } from 'xstate'
import { readChart, type Chart } from './chart.ts'
import { Coverage } from './coverage.ts'
import { answerEvent, happenings, labelOf, type Happening } from './happening.ts'
import { type Model } from './model.ts'
import { UnknownName } from './near.ts'
import { settleIn, type Peer, type Peers, type Place } from './peers.ts'
import { stepper, type Moment, type Stepper, type Timer } from './step.ts'

/** What a child's end is to its parent; told where what `src` provides does not hand the machine's output on as it is. */
export type Translate = (output: unknown) => { kind: 'done' | 'error'; payload: unknown }

/** A machine and those that play its actors; `children` by the name of the actor in `setup`. */
export type Cast = {
  readonly model: Model
  readonly children?: Readonly<Record<string, Cast>>
  readonly translate?: Translate
  /** Of the outermost machine only: those that talk to it and are none of its actors. */
  readonly peers?: Peers
}

/**
 * All machines at one moment, by the way to them: '' is the outermost, 'planChange/payment' a child's child, 'signIn' a
 * peer. `place`: where the person is, in a company of peers.
 */
export type Scene = { readonly now: number; readonly actors: ReadonlyMap<string, Moment>; readonly place?: Place }

/** What happens: to one actor from outside, somebody goes elsewhere, or time passes until the next delay ends. */
export type Act =
  | { readonly kind: 'happening'; readonly at: string; readonly happening: Happening; readonly label: string }
  | { readonly kind: 'way'; readonly place: Place; readonly label: string }
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
  /** Invariants that a machine broke in company, and rules of the company, each with the way there. */
  readonly broken: readonly string[]
  readonly limited: boolean
  /** The ways into a state of one of the machines or to a place: 'thanking', 'planChange/unclear', '/signin'. Throws `UnknownName`. */
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
  const { model, children = {}, peers, talks = {} }: Cast & Pick<Peer, 'talks'> = cast
  const chart = readChart(model.machine)
  // Answers of a machine that plays along are its own affair.
  const isPlayed = (src: string): boolean => Object.hasOwn(children, src) || Object.hasOwn(talks, src)
  const played = new Set(chart.invocations.filter(({ src }) => isPlayed(src)).map(({ id }) => id))
  const unknown = Object.keys({ ...children, ...talks }).filter(
    (src) => !chart.invocations.some((invocation) => invocation.src === src),
  )
  if (unknown.length > 0) throw new Error(`${model.name} invokes no '${unknown.join("', '")}'.`)
  const outcomes = Object.fromEntries(Object.entries(model.outcomes).filter(([id]) => !played.has(id)))
  const seen = coverage.get(model.name) ?? new Coverage(chart)
  coverage.set(model.name, seen)
  parts.set(cast, { cast, model: { ...model, outcomes }, chart, step: stepper(model.machine), coverage: seen })
  for (const child of [...Object.values(children), ...Object.values(peers?.machines ?? {})])
    prepare(child, parts, coverage)
  return parts
}

/** The cast of one of the machines, by the way to it. */
export function castAt(cast: Cast, way: string): Cast | undefined {
  let at: Cast | undefined = cast
  for (const id of way === '' ? [] : way.split('/')) {
    const own: Cast | undefined = at
    const src: string | undefined =
      own && readChart(own.model.machine).invocations.find((invocation) => invocation.id === id)?.src
    at = (src === undefined ? undefined : own?.children?.[src]) ?? own?.peers?.machines[id]
  }
  return at
}

type Post = { readonly to: string; readonly event: ReturnType<typeof answerEvent> }

/** Every state that `--to` takes, as it is called there: that of the outermost machine without a way to it. */
export function endsOf(cast: Cast, way = ''): string[] {
  const { states, invocations } = readChart(cast.model.machine)
  const own = [...states.keys()].map((state) => (way === '' ? state : `${way}/${state}`))
  const inner = invocations.flatMap(({ id, src }) => {
    const child = cast.children?.[src]
    return child ? endsOf(child, way === '' ? id : `${way}/${id}`) : []
  })
  const peers = Object.entries(cast.peers?.machines ?? {}).flatMap(([name, peer]) => endsOf(peer, name))
  return [...new Set([...own, ...inner, ...peers])]
}

/** The name in `setup` of the actor that a machine runs under this id. */
export function srcOf(cast: Cast, way: string, id: string): string {
  const own = castAt(cast, way)
  return (own && readChart(own.model.machine).invocations.find((invocation) => invocation.id === id)?.src) ?? id
}

/** What changes while one act is played. */
type Play = { readonly actors: Map<string, Moment>; readonly post: Post[]; now: number; place: Place | undefined }

/** Steps the whole company purely. */
function director(cast: Cast) {
  const parts = prepare(cast)
  const { peers } = cast
  const known = new Map<string, Part>()
  const partAt = (path: string): Part => {
    const own = castAt(cast, path)
    const part = known.get(path) ?? (own && parts.get(own))
    if (!part) throw new Error(`nobody plays '${path}'`)
    known.set(path, part)
    return part
  }
  const hear = (play: Play, events: readonly EventObject[] = []): void => {
    play.post.push(...events.map((event) => ({ to: '', event })))
  }

  const leave = ({ actors }: Play, path: string): void => {
    for (const other of [...actors.keys()]) if (other !== '' && isBelow(other, path)) actors.delete(other)
  }

  /** Puts an actor's new moment on the stage, starts and stops children as it says, and notes what has to be told. */
  const settle = (play: Play, path: string, moment: Moment): void => {
    const { cast: own, coverage } = partAt(path)
    const peer = peers?.machines[path]
    play.actors.set(path, moment)
    coverage.add(moment)
    const isOver = moment.snapshot.status !== 'active'
    for (const id of moment.stopped)
      if (!moment.spawned.some((spawned) => spawned.id === id)) leave(play, below(path, id))
    if (isOver) for (const id of Object.keys(moment.snapshot.children)) leave(play, below(path, id))
    for (const { id, src, input } of isOver ? [] : moment.spawned) {
      const child = below(path, id)
      leave(play, child)
      if (peer) hear(play, peer.talks?.[src]?.says(input))
      if (!own.children?.[src]) continue
      settle(play, child, partAt(child).step.start(input, play.now))
    }
    if (!isOver || path === '') return
    if (peer) {
      if (play.place) play.place = peers.after(play.place, path)
      return
    }
    const { snapshot } = moment
    const end =
      snapshot.status === 'done'
        ? (own.translate?.(snapshot.output) ?? { kind: 'done' as const, payload: snapshot.output as unknown })
        : { kind: 'error' as const, payload: snapshot.error }
    play.post.push({ to: parentOf(path), event: answerEvent(end.kind, idOf(path), end.payload) })
  }

  /** The answers that those get who have talked to the outermost machine. */
  const answer = ({ actors, post }: Play): void => {
    const outermost = actors.get('')?.snapshot
    // What has just been said to it comes first.
    if (!outermost || post.some(({ to }) => to === '')) return
    for (const [path, { talks }] of Object.entries(peers?.machines ?? {}))
      for (const id of actors.get(path)?.running ?? []) {
        const talk = talks?.[srcOf(cast, path, id)]
        if (!talk?.isOver(outermost)) continue
        const reason = talk.failure(outermost)
        const event =
          reason === undefined ? answerEvent('done', id, undefined) : answerEvent('error', id, new Error(reason))
        if (!post.some((letter) => letter.to === path && letter.event.type === event.type))
          post.push({ to: path, event })
      }
  }

  const deliver = (play: Play): void => {
    answer(play)
    for (let letter = play.post.shift(); letter; letter = play.post.shift()) {
      const { to, event } = letter
      const before = play.actors.get(to)
      if (before?.snapshot.status === 'active')
        settle(play, to, partAt(to).step.next({ ...before, now: play.now }, event))
      answer(play)
    }
  }

  /** Everybody has heard what was said, and whoever is at this place is there. */
  const rest = (play: Play): void => {
    deliver(play)
    if (!peers || !play.place) return
    play.place = settleIn(peers, play.place, {
      outermost: () => (play.actors.get('') as Moment).snapshot,
      isThere: (peer) => play.actors.has(peer),
      leave: (peer) => leave(play, peer),
      come: (peer, input) => {
        settle(play, peer, partAt(peer).step.start(input, play.now))
        deliver(play)
      },
    })
  }

  const sceneOf = ({ actors, now, place }: Play): Scene => ({ actors, now, ...(place ? { place } : {}) })
  const playOf = ({ actors, now, place }: Scene): Play => ({ actors: new Map(actors), now, place, post: [] })

  const timersOf = (actors: ReadonlyMap<string, Moment>): { path: string; timer: Timer }[] =>
    [...actors].flatMap(([path, { timers }]) => timers.map((timer) => ({ path, timer })))

  return {
    parts,
    partAt,
    start: (name: string): Scene => {
      const { input, place } = peers?.starts[name] ?? { input: name, place: undefined }
      const play: Play = { actors: new Map(), now: 0, place, post: [] }
      settle(play, '', partAt('').step.start(cast.model.inputs[input]))
      rest(play)
      return sceneOf(play)
    },
    /** Everything that may happen next. */
    acts: ({ actors, now, place }: Scene): Act[] => {
      const isOutOfReach = (at: string): boolean =>
        place !== undefined && peers?.machines[at] !== undefined && !peers.isReached(place, at)
      const acts = [...actors].flatMap(([at, moment]): Act[] =>
        happenings(partAt(at).model, moment)
          .filter(({ kind }) => kind !== 'delay' && !(kind === 'event' && isOutOfReach(at)))
          .map((happening) => ({
            kind: 'happening',
            at,
            happening,
            label: `${at === '' ? '' : `${at}: `}${labelOf(happening)}`,
          })),
      )
      // Of what leads to the same, the nearest is told: in a company of peers rather an answer than another tab.
      const isFromOutside = (act: Act): boolean =>
        act.kind === 'happening' && act.at === '' && act.happening.kind === 'event'
      if (peers) acts.sort((one, other) => Number(isFromOutside(one)) - Number(isFromOutside(other)))
      const ways = place && peers ? Object.entries(peers.ways(place, actors)) : []
      for (const [label, to] of ways) acts.push({ kind: 'way', place: to, label })
      const due = timersOf(actors).map(({ timer }) => timer.due)
      if (due.length === 0) return acts
      const until = Math.max(now, Math.min(...due))
      return [...acts, { kind: 'time', until, label: `${until - now} ms pass` }]
    },
    /** What an act leads to; undefined where it takes no transition. */
    play: (scene: Scene, act: Act): Scene | undefined => {
      const play = playOf(scene)
      if (act.kind === 'way') {
        play.place = act.place
        rest(play)
        return sceneOf(play)
      }
      if (act.kind === 'happening') {
        const { kind, subject, event } = act.happening
        const remark = kind === 'done' ? peers?.machines[act.at]?.remarks?.[srcOf(cast, act.at, subject)] : undefined
        const outermost = play.actors.get('')?.snapshot
        if (remark && outermost) {
          hear(play, remark((event as EventObject & { output?: unknown }).output, outermost))
          deliver(play)
        }
        const before = play.actors.get(act.at)
        if (!before) throw new Error(`nobody is at '${act.at}'`)
        const moment = partAt(act.at).step.next({ ...before, now: scene.now }, event)
        if (moment.taken.length === 0 && moment.snapshot.status === 'active') {
          partAt(act.at).coverage.add(moment)
          return undefined
        }
        settle(play, act.at, moment)
        rest(play)
        return sceneOf(play)
      }
      // Everything that is due then ends, one after the other; what one of them stops does not.
      play.now = act.until
      for (const { path, timer } of timersOf(play.actors).filter(({ timer }) => timer.due <= act.until)) {
        const before = play.actors.get(path)
        if (!before?.timers.includes(timer)) continue
        settle(play, path, partAt(path).step.next({ ...before, now: act.until }, timer.event, timer))
        rest(play)
      }
      return sceneOf(play)
    },
    /** What can be told apart: where each machine is, and the part of its context that decides its future. */
    nameOf: ({ actors, place }: Scene): string =>
      JSON.stringify([
        ...[...actors]
          .map(([path, { snapshot }]) => [path, snapshot.value, snapshot.status, partAt(path).model.facet(snapshot)])
          .sort((one, other) => String(one[0]).localeCompare(String(other[0]))),
        ...(place ? [place] : []),
      ]),
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
export function rehearse(cast: Cast, { limit = 60_000 } = {}): Company {
  const inputs = Object.keys(cast.peers?.starts ?? cast.model.inputs)
  const { start, acts, play, nameOf, partAt, parts } = director(cast)
  const nodes: Node[] = []
  const edges = new Set<string>()
  const expanded = new Set<string>()
  const broken = new Map<string, string>()
  const check = (node: Node): void => {
    const way = (): string => `(${node.input}: ${labelsTo(node).join(' → ')})`
    for (const [name, holds] of Object.entries(cast.peers?.rules ?? {}))
      if (!broken.has(name) && !holds(node.scene)) broken.set(name, `'${name}' is broken ${way()}`)
    for (const [path, { snapshot }] of node.scene.actors) {
      const { model } = partAt(path)
      for (const [name, holds] of Object.entries(model.invariants)) {
        const key = `${model.name} breaks '${name}'`
        if (holds(snapshot) || broken.has(key)) continue
        broken.set(key, `${key} in ${JSON.stringify(snapshot.value)} ${way()}`)
      }
    }
  }
  // Peers' starts differ in where somebody is, which is told apart anyway.
  const full = (input: string, scene: Scene): string => `${cast.peers ? '' : input} ${nameOf(scene)}`
  for (const input of inputs) {
    const scene = start(input)
    nodes.push({ scene, name: full(input, scene), input, isLeaf: true })
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
      const name = full(node.input, scene)
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
      const places = new Set(nodes.flatMap(({ scene: { place } }) => (place ? [place.name] : [])))
      const [way, state] = [parentOf(wanted), idOf(wanted)]
      const known = [...endsOf(cast), ...places]
      if (!known.includes(wanted)) throw new UnknownName(`state of ${cast.model.name} and those in it`, wanted, known)
      const isThere = ({ scene }: Node): boolean =>
        places.has(wanted)
          ? scene.place?.name === wanted
          : scene.actors.get(way)?.snapshot._nodes.some(({ path }) => path.join('.') === state) === true
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
