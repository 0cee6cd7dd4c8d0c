/**
 * Machines together: a parent with its child machines really in it. What they say to one another – that a child starts,
 * with which input, and what it answers at its end – is no case of a model here; it happens. Only what comes from the
 * world outside, events, answers of promises and time, is still named by the models, each machine's own.
 */
import { type EventObject } from 'xstate'
import { readChart, type Chart } from './chart.ts'
import { Coverage } from './coverage.ts'
import { outcomeEvent, possibleTriggers, labelOf, type Trigger } from './trigger.ts'
import { type Model } from './model.ts'
import { UnknownNameError } from './suggestNames.ts'
import { settleEnvironment, type PeerActor, type PeerActors, type Environment } from './peerActors.ts'
import { createStepper, type ActorState, type Stepper, type Timer } from './stepper.ts'

/** What a child's end is to its parent; told where what `src` provides does not hand the machine's output on as it is. */
export type Translate = (output: unknown) => { kind: 'done' | 'error'; payload: unknown }

/** A machine and those that play its actors; `children` by the name of the actor in `setup`. */
export type ActorTree = {
  readonly model: Model
  readonly children?: Readonly<Record<string, ActorTree>>
  readonly translate?: Translate
  /** Of the outermost machine only: those that talk to it and are none of its actors. */
  readonly peers?: PeerActors
}

/**
 * All machines at one moment, by the way to them: '' is the outermost, 'planChange/payment' a child's child, 'signIn' a
 * peer. `place`: where the person is, in a company of peers.
 */
export type SystemState = {
  readonly now: number
  readonly actors: ReadonlyMap<string, ActorState>
  readonly environment?: Environment
}

/** What happens: to one actor from outside, somebody goes elsewhere, or time passes until the next delay ends. */
export type SystemEvent =
  | { readonly kind: 'happening'; readonly at: string; readonly trigger: Trigger; readonly label: string }
  | { readonly kind: 'way'; readonly environment: Environment; readonly label: string }
  | { readonly kind: 'time'; readonly until: number; readonly label: string }

export type SystemStep = { readonly systemEvent: SystemEvent; readonly systemState: SystemState }
export type SystemPath = {
  readonly name: string
  readonly input: string
  readonly start: SystemState
  readonly steps: readonly SystemStep[]
}

export type SystemRun = {
  readonly tree: ActorTree
  readonly paths: readonly SystemPath[]
  /** The size of the state space: what can be told apart, and what leads from one to the other. */
  readonly vertices: number
  readonly edges: number
  /** What each machine, by name, was seen to do in company. */
  readonly coverage: ReadonlyMap<string, Coverage>
  /** Invariants that a machine broke in company, and rules of the company, each with the way there. */
  readonly broken: readonly string[]
  readonly limited: boolean
  /** The ways into a state of one of the machines or to a place: 'thanking', 'planChange/unclear', '/signin'. Throws `UnknownName`. */
  readonly pathsInto: (state: string) => SystemPath[]
}

type PreparedActor = {
  readonly tree: ActorTree
  readonly model: Model
  readonly chart: Chart
  readonly step: Stepper
  readonly coverage: Coverage
}

const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/')
const idOf = (path: string): string => path.split('/').at(-1) ?? ''
export const childPath = (path: string, id: string): string => (path === '' ? id : `${path}/${id}`)
const isBelow = (path: string, other: string): boolean => path === other || other === '' || path.startsWith(`${other}/`)

/** The machines of a cast, each prepared once. */
function prepareActors(
  tree: ActorTree,
  prepared = new Map<ActorTree, PreparedActor>(),
  coverage = new Map<string, Coverage>(),
): Map<ActorTree, PreparedActor> {
  const { model, children = {}, peers, requests: talks = {} }: ActorTree & Pick<PeerActor, 'requests'> = tree
  const chart = readChart(model.machine)
  // Answers of a machine that plays along are its own affair.
  const isProvided = (src: string): boolean => Object.hasOwn(children, src) || Object.hasOwn(talks, src)
  const providedIds = new Set(chart.invocations.filter(({ src }) => isProvided(src)).map(({ id }) => id))
  const unknown = Object.keys({ ...children, ...talks }).filter(
    (src) => !chart.invocations.some((invocation) => invocation.src === src),
  )
  if (unknown.length > 0) throw new Error(`${model.name} invokes no '${unknown.join("', '")}'.`)
  const outcomes = Object.fromEntries(Object.entries(model.outcomes).filter(([id]) => !providedIds.has(id)))
  const actorCoverage = coverage.get(model.name) ?? new Coverage(chart)
  coverage.set(model.name, actorCoverage)
  prepared.set(tree, {
    tree,
    model: { ...model, outcomes },
    chart,
    step: createStepper(model.machine),
    coverage: actorCoverage,
  })
  for (const child of [...Object.values(children), ...Object.values(peers?.machines ?? {})])
    prepareActors(child, prepared, coverage)
  return prepared
}

/** The cast of one of the machines, by the way to it. */
export function actorTreeAt(tree: ActorTree, actorPath: string): ActorTree | undefined {
  let found: ActorTree | undefined = tree
  for (const id of actorPath === '' ? [] : actorPath.split('/')) {
    const parent: ActorTree | undefined = found
    const src: string | undefined =
      parent && readChart(parent.model.machine).invocations.find((invocation) => invocation.id === id)?.src
    found = (src === undefined ? undefined : parent?.children?.[src]) ?? parent?.peers?.machines[id]
  }
  return found
}

type PendingEvent = { readonly actorPath: string; readonly event: ReturnType<typeof outcomeEvent> }

/** Every state that `--to` takes, as it is called there: that of the outermost machine without a way to it. */
export function systemStateNames(tree: ActorTree, actorPath = ''): string[] {
  const { states, invocations } = readChart(tree.model.machine)
  const own = [...states.keys()].map((state) => (actorPath === '' ? state : `${actorPath}/${state}`))
  const inner = invocations.flatMap(({ id, src }) => {
    const child = tree.children?.[src]
    return child ? systemStateNames(child, actorPath === '' ? id : `${actorPath}/${id}`) : []
  })
  const peers = Object.entries(tree.peers?.machines ?? {}).flatMap(([name, peer]) => systemStateNames(peer, name))
  return [...new Set([...own, ...inner, ...peers])]
}

/** The name in `setup` of the actor that a machine runs under this id. */
export function srcOf(tree: ActorTree, actorPath: string, id: string): string {
  const own = actorTreeAt(tree, actorPath)
  return (own && readChart(own.model.machine).invocations.find((invocation) => invocation.id === id)?.src) ?? id
}

/** What changes while one act is played. */
type SystemUpdate = {
  readonly actors: Map<string, ActorState>
  readonly pending: PendingEvent[]
  now: number
  environment: Environment | undefined
}

/** Steps the whole company purely. */
function createSystemStepper(tree: ActorTree) {
  const parts = prepareActors(tree)
  const { peers } = tree
  const known = new Map<string, PreparedActor>()
  const preparedAt = (path: string): PreparedActor => {
    const own = actorTreeAt(tree, path)
    const part = known.get(path) ?? (own && parts.get(own))
    if (!part) throw new Error(`nobody plays '${path}'`)
    known.set(path, part)
    return part
  }
  const sendToRoot = (update: SystemUpdate, events: readonly EventObject[] = []): void => {
    update.pending.push(...events.map((event) => ({ actorPath: '', event })))
  }

  const removeActors = ({ actors }: SystemUpdate, path: string): void => {
    for (const other of [...actors.keys()]) if (other !== '' && isBelow(other, path)) actors.delete(other)
  }

  /** Puts an actor's new moment on the stage, starts and stops children as it says, and notes what has to be told. */
  const updateActor = (play: SystemUpdate, path: string, actorState: ActorState): void => {
    const { tree: own, coverage } = preparedAt(path)
    const peer = peers?.machines[path]
    play.actors.set(path, actorState)
    coverage.add(actorState)
    const isOver = actorState.snapshot.status !== 'active'
    for (const id of actorState.stopped)
      if (!actorState.spawned.some((spawned) => spawned.id === id)) removeActors(play, childPath(path, id))
    if (isOver) for (const id of Object.keys(actorState.snapshot.children)) removeActors(play, childPath(path, id))
    for (const { id, src, input } of isOver ? [] : actorState.spawned) {
      const child = childPath(path, id)
      removeActors(play, child)
      if (peer) sendToRoot(play, peer.requests?.[src]?.eventsFor(input))
      if (!own.children?.[src]) continue
      updateActor(play, child, preparedAt(child).step.start(input, play.now))
    }
    if (!isOver || path === '') return
    if (peer) {
      if (play.environment) play.environment = peers.afterEnd(play.environment, path)
      return
    }
    const { snapshot } = actorState
    const end =
      snapshot.status === 'done'
        ? (own.translate?.(snapshot.output) ?? { kind: 'done' as const, payload: snapshot.output as unknown })
        : { kind: 'error' as const, payload: snapshot.error }
    play.pending.push({ actorPath: parentOf(path), event: outcomeEvent(end.kind, idOf(path), end.payload) })
  }

  /** The answers that those get who have talked to the outermost machine. */
  const answerRequests = ({ actors, pending: post }: SystemUpdate): void => {
    const outermost = actors.get('')?.snapshot
    // What has just been said to it comes first.
    if (!outermost || post.some(({ actorPath: to }) => to === '')) return
    for (const [path, { requests: talks }] of Object.entries(peers?.machines ?? {}))
      for (const id of actors.get(path)?.running ?? []) {
        const request = talks?.[srcOf(tree, path, id)]
        if (!request?.isOver(outermost)) continue
        const reason = request.failureOf(outermost)
        const event =
          reason === undefined ? outcomeEvent('done', id, undefined) : outcomeEvent('error', id, new Error(reason))
        if (!post.some((pendingEvent) => pendingEvent.actorPath === path && pendingEvent.event.type === event.type))
          post.push({ actorPath: path, event })
      }
  }

  const deliverPending = (play: SystemUpdate): void => {
    answerRequests(play)
    for (let letter = play.pending.shift(); letter; letter = play.pending.shift()) {
      const { actorPath: to, event } = letter
      const before = play.actors.get(to)
      if (before?.snapshot.status === 'active')
        updateActor(play, to, preparedAt(to).step.next({ ...before, now: play.now }, event))
      answerRequests(play)
    }
  }

  /** Everybody has heard what was said, and whoever is at this place is there. */
  const settleSystem = (play: SystemUpdate): void => {
    deliverPending(play)
    if (!peers || !play.environment) return
    play.environment = settleEnvironment(peers, play.environment, {
      outermost: () => (play.actors.get('') as ActorState).snapshot,
      isPresent: (peer) => play.actors.has(peer),
      leave: (peer) => removeActors(play, peer),
      enter: (peer, input) => {
        updateActor(play, peer, preparedAt(peer).step.start(input, play.now))
        deliverPending(play)
      },
    })
  }

  const stateAfter = ({ actors, now, environment: place }: SystemUpdate): SystemState => ({
    actors,
    now,
    ...(place ? { environment: place } : {}),
  })
  const updateOf = ({ actors, now, environment: place }: SystemState): SystemUpdate => ({
    actors: new Map(actors),
    now,
    environment: place,
    pending: [],
  })

  const timersOf = (actors: ReadonlyMap<string, ActorState>): { path: string; timer: Timer }[] =>
    [...actors].flatMap(([path, { timers }]) => timers.map((timer) => ({ path, timer })))

  return {
    parts,
    partAt: preparedAt,
    start: (name: string): SystemState => {
      const { input, environment: place } = peers?.starts[name] ?? { input: name, environment: undefined }
      const play: SystemUpdate = { actors: new Map(), now: 0, environment: place, pending: [] }
      updateActor(play, '', preparedAt('').step.start(tree.model.inputs[input]))
      settleSystem(play)
      return stateAfter(play)
    },
    /** Everything that may happen next. */
    acts: ({ actors, now, environment: place }: SystemState): SystemEvent[] => {
      const isOutOfReach = (at: string): boolean =>
        place !== undefined && peers?.machines[at] !== undefined && !peers.isReachable(place, at)
      const possibleEvents = [...actors].flatMap(([at, actorState]): SystemEvent[] =>
        possibleTriggers(preparedAt(at).model, actorState)
          .filter(({ kind }) => kind !== 'delay' && !(kind === 'event' && isOutOfReach(at)))
          .map((trigger) => ({
            kind: 'happening',
            at,
            trigger,
            label: `${at === '' ? '' : `${at}: `}${labelOf(trigger)}`,
          })),
      )
      // Of what leads to the same, the nearest is told: in a company of peers rather an answer than another tab.
      const isFromOutside = (systemEvent: SystemEvent): boolean =>
        systemEvent.kind === 'happening' && systemEvent.at === '' && systemEvent.trigger.kind === 'event'
      if (peers) possibleEvents.sort((one, other) => Number(isFromOutside(one)) - Number(isFromOutside(other)))
      const userActions = place && peers ? Object.entries(peers.userActions(place, actors)) : []
      for (const [label, to] of userActions) possibleEvents.push({ kind: 'way', environment: to, label })
      const due = timersOf(actors).map(({ timer }) => timer.due)
      if (due.length === 0) return possibleEvents
      const until = Math.max(now, Math.min(...due))
      return [...possibleEvents, { kind: 'time', until, label: `${until - now} ms pass` }]
    },
    /** What an act leads to; undefined where it takes no transition. */
    play: (systemState: SystemState, act: SystemEvent): SystemState | undefined => {
      const play = updateOf(systemState)
      if (act.kind === 'way') {
        play.environment = act.environment
        settleSystem(play)
        return stateAfter(play)
      }
      if (act.kind === 'happening') {
        const { kind, subject, event } = act.trigger
        const eventsOnDone =
          kind === 'done' ? peers?.machines[act.at]?.eventsOnDone?.[srcOf(tree, act.at, subject)] : undefined
        const outermost = play.actors.get('')?.snapshot
        if (eventsOnDone && outermost) {
          sendToRoot(play, eventsOnDone((event as EventObject & { output?: unknown }).output, outermost))
          deliverPending(play)
        }
        const before = play.actors.get(act.at)
        if (!before) throw new Error(`nobody is at '${act.at}'`)
        const actorState = preparedAt(act.at).step.next({ ...before, now: systemState.now }, event)
        if (actorState.taken.length === 0 && actorState.snapshot.status === 'active') {
          preparedAt(act.at).coverage.add(actorState)
          return undefined
        }
        updateActor(play, act.at, actorState)
        settleSystem(play)
        return stateAfter(play)
      }
      // Everything that is due then ends, one after the other; what one of them stops does not.
      play.now = act.until
      for (const { path, timer } of timersOf(play.actors).filter(({ timer }) => timer.due <= act.until)) {
        const before = play.actors.get(path)
        if (!before?.timers.includes(timer)) continue
        updateActor(play, path, preparedAt(path).step.next({ ...before, now: act.until }, timer.event, timer))
        settleSystem(play)
      }
      return stateAfter(play)
    },
    /** What can be told apart: where each machine is, and the part of its context that decides its future. */
    nameOf: ({ actors, environment: place }: SystemState): string =>
      JSON.stringify([
        ...[...actors]
          .map(([path, { snapshot }]) => [
            path,
            snapshot.value,
            snapshot.status,
            preparedAt(path).model.stateKey(snapshot),
          ])
          .sort((one, other) => String(one[0]).localeCompare(String(other[0]))),
        ...(place ? [place] : []),
      ]),
  }
}

type Node = {
  systemState: SystemState
  name: string
  input: string
  from?: Node
  systemEvent?: SystemEvent
  isLeaf: boolean
}

const labelsTo = (node: Node): string[] =>
  node.from && node.systemEvent ? [...labelsTo(node.from), node.systemEvent.label] : []

function pathTo(node: Node): SystemPath {
  const steps: SystemStep[] = []
  let at = node
  for (; at.from && at.systemEvent; at = at.from)
    steps.unshift({ systemEvent: at.systemEvent, systemState: at.systemState })
  return { name: labelsTo(node).join(' → '), input: node.input, start: at.systemState, steps }
}

/** Walks everything that the company can do, the nearest first, from each of the outermost machine's inputs. */
export function runSystem(tree: ActorTree, { limit = 60_000 } = {}): SystemRun {
  const inputs = Object.keys(tree.peers?.starts ?? tree.model.inputs)
  const { start, acts, play, nameOf, partAt, parts } = createSystemStepper(tree)
  const nodes: Node[] = []
  const edges = new Set<string>()
  const expanded = new Set<string>()
  const broken = new Map<string, string>()
  const check = (node: Node): void => {
    const route = (): string => `(${node.input}: ${labelsTo(node).join(' → ')})`
    for (const [name, holds] of Object.entries(tree.peers?.rules ?? {}))
      if (!broken.has(name) && !holds(node.systemState)) broken.set(name, `'${name}' is broken ${route()}`)
    for (const [path, { snapshot }] of node.systemState.actors) {
      const { model } = partAt(path)
      for (const [name, holds] of Object.entries(model.invariants)) {
        const key = `${model.name} breaks '${name}'`
        if (holds(snapshot) || broken.has(key)) continue
        broken.set(key, `${key} in ${JSON.stringify(snapshot.value)} ${route()}`)
      }
    }
  }
  // Peers' starts differ in where somebody is, which is told apart anyway.
  const full = (input: string, systemState: SystemState): string => `${tree.peers ? '' : input} ${nameOf(systemState)}`
  for (const input of inputs) {
    const systemState = start(input)
    nodes.push({ systemState, name: full(input, systemState), input, isLeaf: true })
  }
  nodes.forEach(check)
  let limited = false
  for (let i = 0; i < nodes.length && !limited; i++) {
    const node = nodes[i] as Node
    // What can be told apart is walked on from once, from where it was met first.
    if (expanded.has(node.name)) continue
    expanded.add(node.name)
    for (const act of acts(node.systemState)) {
      const systemState = play(node.systemState, act)
      if (!systemState) continue
      const name = full(node.input, systemState)
      const edge = JSON.stringify([node.name, act.label, name])
      if (edges.has(edge)) continue
      if (edges.size >= limit) {
        limited = true
        break
      }
      edges.add(edge)
      node.isLeaf = false
      const reached: Node = { systemState, name, input: node.input, from: node, systemEvent: act, isLeaf: true }
      nodes.push(reached)
      check(reached)
    }
  }
  return {
    tree,
    paths: nodes.filter(({ isLeaf }) => isLeaf).map(pathTo),
    vertices: expanded.size,
    edges: edges.size,
    coverage: new Map([...parts.values()].map(({ model, coverage }) => [model.name, coverage])),
    broken: [...broken.values()],
    limited,
    pathsInto: (wanted) => {
      const environments = new Set(
        nodes.flatMap(({ systemState: { environment: place } }) => (place ? [place.name] : [])),
      )
      const [way, state] = [parentOf(wanted), idOf(wanted)]
      const known = [...systemStateNames(tree), ...environments]
      if (!known.includes(wanted))
        throw new UnknownNameError(`state of ${tree.model.name} and those in it`, wanted, known)
      const isReached = ({ systemState }: Node): boolean =>
        environments.has(wanted)
          ? systemState.environment?.name === wanted
          : systemState.actors.get(way)?.snapshot._nodes.some(({ path }) => path.join('.') === state) === true
      return nodes.filter((node) => isReached(node) && !(node.from && isReached(node.from))).map(pathTo)
    },
  }
}

/**
 * Few paths that show all that a single step can do: whatever happens, with every choice of transitions that any of the
 * machines takes then. The others show the same again from elsewhere.
 */
export function essentialPaths(paths: readonly SystemPath[]): SystemPath[] {
  const shown = new Set<string>()
  return paths.filter(({ start, steps }) => {
    let before = start
    let isNew = false
    for (const { systemEvent: act, systemState } of steps) {
      const taken = [...systemState.actors].flatMap(([way, actorState]) =>
        before.actors.get(way) === actorState ? [] : [way, ...actorState.taken],
      )
      const name = JSON.stringify([act.kind === 'time' ? 'time' : act.label, taken])
      if (!shown.has(name)) isNew = true
      shown.add(name)
      before = systemState
    }
    return isNew
  })
}
