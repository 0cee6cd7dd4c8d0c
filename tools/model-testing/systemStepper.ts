/**
 * Pure steps of several machines. The machines communicate as XState does: a parent starts, stops and sends to its
 * children, and receives their outputs, errors and snapshots.
 */
import { type EventObject } from 'xstate'
import { actorId, actorTreeAt, childPath, isWithin, parentPath, srcOf, type ActorTree } from './actorTree.ts'
import { settleEnvironment, type Environment } from './peerActors.ts'
import { prepareActors, type PreparedActor } from './preparedActors.ts'
import { type ActorState, type ChildAction, type Timer } from './stepper.ts'
import { labelOf, outcomeEvent, possibleTriggers, type Trigger } from './trigger.ts'

/** The states of all actors by path. `environment` is set in a system with peers. */
export type SystemState = {
  readonly now: number
  readonly actors: ReadonlyMap<string, ActorState>
  readonly environment?: Environment
}

/** An event or outcome of one actor, a navigation of the user, or the time until the next delay ends. */
export type SystemEvent =
  | { readonly kind: 'trigger'; readonly actorPath: string; readonly trigger: Trigger; readonly label: string }
  | { readonly kind: 'navigate'; readonly environment: Environment; readonly label: string }
  | { readonly kind: 'time'; readonly until: number; readonly label: string }

/** The queued steps of one actor. As in XState, an actor queues events while it processes one. */
type Mailbox = { readonly steps: ((before: ActorState) => ActorState)[]; isProcessing: boolean; hasStepped: boolean }

/** What changes during one system step. */
type SystemUpdate = {
  readonly actors: Map<string, ActorState>
  readonly mailboxes: Map<string, Mailbox>
  /** Events between the root and its peers; they are sent after the step of their sender. */
  readonly pending: { readonly actorPath: string; readonly event: EventObject }[]
  now: number
  environment: Environment | undefined
}

/** Returns the last of two steps that an actor takes in one system step, with what both did. */
const mergeSteps = (first: ActorState, last: ActorState): ActorState => ({
  ...last,
  taken: [...first.taken, ...last.taken],
  effects: [...first.effects, ...last.effects],
})

/** Creates the pure step functions of a tree. Throws if a child or a request is not invoked by its machine. */
export function createSystemStepper(tree: ActorTree) {
  const preparedActors = prepareActors(tree)
  const { peers } = tree
  const preparedByPath = new Map<string, PreparedActor>()
  const preparedAt = (path: string): PreparedActor => {
    const own = actorTreeAt(tree, path)
    const prepared = preparedByPath.get(path) ?? (own && preparedActors.get(own))
    if (!prepared) throw new Error(`${tree.model.name} has no actor '${path}'`)
    preparedByPath.set(path, prepared)
    return prepared
  }

  const mailboxOf = ({ mailboxes }: SystemUpdate, path: string): Mailbox => {
    const mailbox = mailboxes.get(path) ?? { steps: [], isProcessing: false, hasStepped: false }
    mailboxes.set(path, mailbox)
    return mailbox
  }

  const removeActor = ({ actors, mailboxes }: SystemUpdate, path: string): void => {
    for (const other of actors.keys()) {
      if (!isWithin(other, path)) continue
      actors.delete(other)
      mailboxes.delete(other)
    }
  }

  const processMailbox = (update: SystemUpdate, path: string, mailbox: Mailbox): void => {
    for (let step = mailbox.steps.shift(); step; step = mailbox.steps.shift()) {
      const before = update.actors.get(path)
      // An actor that was stopped or restarted under the same id has another mailbox.
      if (update.mailboxes.get(path) !== mailbox || before?.snapshot.status !== 'active') return
      mailbox.isProcessing = true
      setActorState(update, path, step({ ...before, now: update.now }))
      mailbox.isProcessing = false
    }
  }

  const enqueue = (update: SystemUpdate, path: string, step: Mailbox['steps'][number]): void => {
    const mailbox = mailboxOf(update, path)
    mailbox.steps.push(step)
    if (!mailbox.isProcessing) processMailbox(update, path, mailbox)
  }

  const send = (update: SystemUpdate, path: string, event: EventObject): void => {
    if (update.actors.has(path)) enqueue(update, path, (before) => preparedAt(path).stepper.next(before, event))
  }

  const startActor = (update: SystemUpdate, path: string, input: unknown): void => {
    const mailbox = mailboxOf(update, path)
    mailbox.isProcessing = true
    setActorState(update, path, preparedAt(path).stepper.start(input, update.now))
    mailbox.isProcessing = false
    processMailbox(update, path, mailbox)
  }

  const executeChildAction = (update: SystemUpdate, path: string, action: ChildAction): void => {
    const child = childPath(path, action.id)
    if (action.kind === 'stop') removeActor(update, child)
    else if (action.kind === 'send') send(update, child, action.event)
    else {
      for (const event of peers?.machines[path]?.requests?.[action.src]?.eventsFor(action.input) ?? [])
        update.pending.push({ actorPath: '', event })
      if (preparedAt(path).tree.children?.[action.src]) startActor(update, child, action.input)
    }
  }

  const notifyParent = (update: SystemUpdate, path: string, { snapshot }: ActorState): void => {
    const parent = parentPath(path)
    const id = actorId(path)
    if (snapshot.status === 'active') {
      if (preparedAt(parent).observedIds.has(id)) send(update, parent, outcomeEvent('snapshot', id, snapshot))
    } else if (snapshot.status === 'error') send(update, parent, outcomeEvent('error', id, snapshot.error))
    else {
      const { mapOutput } = preparedAt(path).tree
      const { kind, payload } = mapOutput?.(snapshot.output) ?? { kind: 'done', payload: snapshot.output as unknown }
      send(update, parent, outcomeEvent(kind, id, payload))
    }
  }

  const setActorState = (update: SystemUpdate, path: string, actorState: ActorState): void => {
    const mailbox = mailboxOf(update, path)
    const earlier = mailbox.hasStepped ? update.actors.get(path) : undefined
    mailbox.hasStepped = true
    update.actors.set(path, earlier ? mergeSteps(earlier, actorState) : actorState)
    preparedAt(path).coverage.add(actorState)
    for (const action of actorState.childActions) executeChildAction(update, path, action)
    if (actorState.snapshot.status !== 'active')
      for (const id of Object.keys(actorState.snapshot.children)) removeActor(update, childPath(path, id))
    if (path === '' || update.mailboxes.get(path) !== mailbox) return
    if (!peers?.machines[path]) notifyParent(update, path, actorState)
    else if (actorState.snapshot.status !== 'active' && update.environment)
      update.environment = peers.afterEnd(update.environment, path)
  }

  /** Answers the requests of peers that the root has completed. */
  const answerRequests = ({ actors, pending }: SystemUpdate): void => {
    const root = actors.get('')?.snapshot
    // The root handles its pending events first.
    if (!root || pending.some(({ actorPath }) => actorPath === '')) return
    for (const [path, { requests }] of Object.entries(peers?.machines ?? {}))
      for (const id of actors.get(path)?.running ?? []) {
        const request = requests?.[srcOf(tree, path, id)]
        if (!request?.isOver(root)) continue
        const reason = request.failureOf(root)
        const event =
          reason === undefined ? outcomeEvent('done', id, undefined) : outcomeEvent('error', id, new Error(reason))
        if (!pending.some((other) => other.actorPath === path && other.event.type === event.type))
          pending.push({ actorPath: path, event })
      }
  }

  const sendPending = (update: SystemUpdate): void => {
    answerRequests(update)
    for (let next = update.pending.shift(); next; next = update.pending.shift()) {
      send(update, next.actorPath, next.event)
      answerRequests(update)
    }
  }

  /** Sends what is pending, then starts and stops the peers of the environment. */
  const settle = (update: SystemUpdate): void => {
    sendPending(update)
    if (!peers || !update.environment) return
    update.environment = settleEnvironment(peers, update.environment, {
      root: () => (update.actors.get('') as ActorState).snapshot,
      isPresent: (peer) => update.actors.has(peer),
      leave: (peer) => removeActor(update, peer),
      enter: (peer, input) => {
        startActor(update, peer, input)
        sendPending(update)
      },
    })
  }

  const createUpdate = ({ actors, now, environment }: SystemState): SystemUpdate => ({
    actors: new Map(actors),
    mailboxes: new Map(),
    pending: [],
    now,
    environment,
  })
  const complete = ({ actors, now, environment }: SystemUpdate): SystemState => ({
    actors,
    now,
    ...(environment ? { environment } : {}),
  })

  const timersOf = (actors: ReadonlyMap<string, ActorState>): { path: string; timer: Timer }[] =>
    [...actors].flatMap(([path, { timers }]) => timers.map((timer) => ({ path, timer })))

  const start = (name: string): SystemState => {
    const { input, environment } = peers?.starts[name] ?? { input: name, environment: undefined }
    const update = createUpdate({ actors: new Map(), now: 0, ...(environment ? { environment } : {}) })
    startActor(update, '', tree.model.inputs[input])
    settle(update)
    return complete(update)
  }

  const possibleEvents = ({ actors, now, environment }: SystemState): SystemEvent[] => {
    const isBlocked = (path: string): boolean =>
      environment !== undefined && peers?.machines[path] !== undefined && !peers.isReachable(environment, path)
    const events = [...actors].flatMap(([actorPath, actorState]): SystemEvent[] =>
      possibleTriggers(preparedAt(actorPath).model, actorState)
        .filter(({ kind }) => kind !== 'delay' && !(kind === 'event' && isBlocked(actorPath)))
        .map((trigger) => ({
          kind: 'trigger',
          actorPath,
          trigger,
          label: `${actorPath === '' ? '' : `${actorPath}: `}${labelOf(trigger)}`,
        })),
    )
    // The first event that reaches a state gives the path its name. With peers, the events of the root therefore come last.
    const isRootEvent = (event: SystemEvent): boolean =>
      event.kind === 'trigger' && event.actorPath === '' && event.trigger.kind === 'event'
    if (peers) events.sort((one, other) => Number(isRootEvent(one)) - Number(isRootEvent(other)))
    const userActions = environment && peers ? Object.entries(peers.userActions(environment, actors)) : []
    for (const [label, to] of userActions) events.push({ kind: 'navigate', environment: to, label })
    const due = timersOf(actors).map(({ timer }) => timer.due)
    if (due.length === 0) return events
    const until = Math.max(now, Math.min(...due))
    return [...events, { kind: 'time', until, label: `${until - now} ms pass` }]
  }

  const triggerActor = (
    before: SystemState,
    { actorPath, trigger }: Extract<SystemEvent, { kind: 'trigger' }>,
  ): SystemState | undefined => {
    const update = createUpdate(before)
    const { kind, subject, event } = trigger
    const eventsOnDone =
      kind === 'done' ? peers?.machines[actorPath]?.eventsOnDone?.[srcOf(tree, actorPath, subject)] : undefined
    const root = update.actors.get('')?.snapshot
    if (eventsOnDone && root) {
      const { output } = event as EventObject & { output?: unknown }
      for (const sent of eventsOnDone(output, root)) update.pending.push({ actorPath: '', event: sent })
      sendPending(update)
    }
    const actorState = update.actors.get(actorPath)
    if (!actorState) throw new Error(`${tree.model.name} has no running actor '${actorPath}'`)
    const { stepper, coverage } = preparedAt(actorPath)
    const next = stepper.next({ ...actorState, now: before.now }, event)
    if (next.taken.length === 0 && next.snapshot.status === 'active') {
      coverage.add(next)
      return undefined
    }
    enqueue(update, actorPath, () => next)
    settle(update)
    return complete(update)
  }

  const passTime = (before: SystemState, until: number): SystemState => {
    const update = createUpdate({ ...before, now: until })
    for (const { path, timer } of timersOf(update.actors).filter(({ timer }) => timer.due <= until)) {
      if (!update.actors.get(path)?.timers.includes(timer)) continue
      enqueue(update, path, (actorState) => preparedAt(path).stepper.next(actorState, timer.event, timer))
      settle(update)
    }
    return complete(update)
  }

  return {
    preparedActors,
    preparedAt,
    start,
    possibleEvents,
    /** Returns the state after an event; undefined if the event takes no transition. */
    next: (before: SystemState, event: SystemEvent): SystemState | undefined => {
      if (event.kind === 'trigger') return triggerActor(before, event)
      if (event.kind === 'time') return passTime(before, event.until)
      const update = createUpdate(before)
      update.environment = event.environment
      settle(update)
      return complete(update)
    },
    /** Returns the state key of a system state: state values, state keys of the models and the environment. */
    serialize: ({ actors, environment }: SystemState): string =>
      JSON.stringify([
        ...[...actors]
          .map(([path, { snapshot }]) => [
            path,
            snapshot.value,
            snapshot.status,
            preparedAt(path).model.stateKey(snapshot),
          ])
          .sort((one, other) => String(one[0]).localeCompare(String(other[0]))),
        ...(environment ? [environment] : []),
      ]),
  }
}
