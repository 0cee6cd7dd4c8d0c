import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { Actor, type AnyActorRef, type InspectionEvent } from 'xstate'
import classes from './inspectorBar.module.css'
import { redact } from './redact.ts'

/** The number of messages that are queued until the inspector opens. */
const MAX_QUEUED = 2_000

/** The window of the inspector and its message queue, with the protocol of Stately. */
function createInspectorWindow(page: Window, url: string) {
  const queue: StatelyInspectionEvent[] = []
  let inspector: Window | null = null
  // The origin that the inspector announced: messages go to no other origin.
  let origin: string | undefined
  const connectedListeners = new Set<() => void>()
  page.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source === null || source !== inspector) return
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== '@statelyai.connected') return
    origin = from
    for (const event of queue) inspector.postMessage(event, origin)
    for (const listener of connectedListeners) listener()
  })
  return {
    /** Call it in a click handler: browsers block other popups. */
    open() {
      origin = undefined
      inspector = page.open(url, 'inspector')
    },
    onConnected: (listener: () => void) => void connectedListeners.add(listener),
    send(event: StatelyInspectionEvent) {
      // The queue stays, so that a reopened inspector gets all actors.
      queue.push(event)
      if (queue.length > MAX_QUEUED) queue.shift()
      if (origin !== undefined) inspector?.postMessage(event, origin)
    },
  }
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

/** The part of a snapshot that is sent: state, ids of children, redacted data. */
function snapshotOf(snapshot: unknown): Record<string, unknown> {
  const children = Object.keys(propertyOf(snapshot, 'children') ?? {})
  return {
    ...Object.fromEntries(['status', 'value', 'tags'].map((name) => [name, propertyOf(snapshot, name)])),
    children: Object.fromEntries(children.map((id) => [id, { id }])),
    ...Object.fromEntries(
      ['context', 'output', 'error', 'input'].map((name) => [name, redact(propertyOf(snapshot, name), name)]),
    ),
  }
}

const rootOf = (actor: AnyActorRef): AnyActorRef => (actor._parent ? rootOf(actor._parent) : actor)

/**
 * Observes every actor that starts from now on. `inspect` is an option of each root actor, and a component could forget
 * it, so `Actor.prototype.start` is wrapped instead.
 */
function observeEveryActor(onEvent: (event: InspectionEvent) => void): void {
  const known = new WeakSet()
  const observe = (event: InspectionEvent): void => {
    if (event.type === '@xstate.actor') known.add(event.actorRef)
    onEvent(event)
  }
  const prototype: { start: (this: AnyActorRef) => AnyActorRef } = Actor.prototype
  const { start } = prototype
  prototype.start = function (this: AnyActorRef) {
    if (!known.has(this)) {
      const root = rootOf(this)
      if (root === this) this.system.inspect(observe)
      // Reports an actor that was created before the observer.
      observe({ type: '@xstate.actor', actorRef: this, rootId: root.sessionId })
    }
    return start.call(this)
  }
}

/** Renders a bar with a button that opens the inspector. */
function showInspectorBar(page: Window, open: () => void): HTMLElement {
  const bar = page.document.createElement('aside')
  bar.className = classes.bar ?? ''
  bar.setAttribute('aria-label', 'Inspection')
  const button = page.document.createElement('button')
  button.type = 'button'
  button.textContent = 'Open the inspector'
  button.addEventListener('click', open)
  const statusElement = page.document.createElement('span')
  statusElement.setAttribute('role', 'status')
  bar.append(button, statusElement)
  page.document.body.append(bar)
  return statusElement
}

/** Shows every actor of this page in Stately's inspector at `url`, without user data. */
export function connectInspector(page: Window, url: string): void {
  const inspector = createInspectorWindow(page, url)
  const statusElement = showInspectorBar(page, () => inspector.open())
  inspector.onConnected(() => {
    statusElement.textContent = 'Connected'
  })
  const { inspect } = createInspector(
    { send: (event) => inspector.send(event) },
    {
      sanitizeContext: (context) => Object.assign({}, redact(context)),
      sanitizeEvent: (event) => Object.assign({ type: event.type }, redact(event)),
      // Input, output and errors contain user data as well.
      serialize: (event) =>
        event.type === '@xstate.event' ? event : Object.assign({}, event, { snapshot: snapshotOf(event.snapshot) }),
    },
  )
  observeEveryActor((event) => inspect.next?.(event))
}
