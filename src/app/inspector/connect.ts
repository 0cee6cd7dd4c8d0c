import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { Actor, type AnyActorRef, type InspectionEvent } from 'xstate'
import classes from './Inspector.module.css'
import { withheld } from './withheld.ts'

/** How many messages wait for an inspector that is not open yet. */
const MOST_WAITING = 2_000

/** The inspector's page in a window of its own, and what it is sent. Its protocol is Stately's. */
function openWindow(page: Window, address: string) {
  const waiting: StatelyInspectionEvent[] = []
  let inspector: Window | null = null
  // Where it says that it listens: nobody else in that window is sent anything.
  let origin: string | undefined
  const heard = new Set<() => void>()
  page.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source === null || source !== inspector) return
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== '@statelyai.connected') return
    origin = from
    for (const event of waiting) inspector?.postMessage(event, origin)
    for (const tell of heard) tell()
  })
  return {
    /** A browser opens a window only where somebody presses for it. */
    open() {
      origin = undefined
      inspector = page.open(address, 'inspector')
    },
    onConnected: (tell: () => void) => void heard.add(tell),
    send(event: StatelyInspectionEvent) {
      // All is kept, so that an inspector that is opened again knows the actors.
      waiting.push(event)
      if (waiting.length > MOST_WAITING) waiting.shift()
      if (origin !== undefined) inspector?.postMessage(event, origin)
    },
  }
}

const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Object.entries(of).find(([key]) => key === name)?.[1] : undefined

/** What is sent of a snapshot: where it stands, its children by name, its data without what is withheld. */
function snapshotOf(snapshot: unknown): Record<string, unknown> {
  const children = Object.keys(field(snapshot, 'children') ?? {})
  return {
    ...Object.fromEntries(['status', 'value', 'tags'].map((name) => [name, field(snapshot, name)])),
    children: Object.fromEntries(children.map((id) => [id, { id }])),
    ...Object.fromEntries(
      ['context', 'output', 'error', 'input'].map((name) => [name, withheld(field(snapshot, name), name)]),
    ),
  }
}

const rootOf = (actor: AnyActorRef): AnyActorRef => (actor._parent ? rootOf(actor._parent) : actor)

/**
 * Tells of every actor that is started from now on. `inspect` is an option of each root actor; asked of each component,
 * one would be forgotten. So it is given where all of them pass: where an actor starts.
 */
function tellOfEveryActor(tell: (event: InspectionEvent) => void): void {
  const known = new WeakSet()
  const hear = (event: InspectionEvent): void => {
    if (event.type === '@xstate.actor') known.add(event.actorRef)
    tell(event)
  }
  const { start } = Actor.prototype
  Actor.prototype.start = function (this: AnyActorRef) {
    if (!known.has(this)) {
      const root = rootOf(this)
      if (root === this) this.system.inspect(hear)
      // Those that were made with their root, before anybody listened, are told of now.
      hear({ type: '@xstate.actor', actorRef: this, rootId: root.sessionId })
    }
    return start.call(this)
  }
}

/** The strip with the one button: pressed, it opens the inspector. */
function showStrip(page: Window, open: () => void): HTMLElement {
  const strip = page.document.createElement('aside')
  strip.className = classes.strip ?? ''
  strip.setAttribute('aria-label', 'Inspection')
  const button = page.document.createElement('button')
  button.type = 'button'
  button.textContent = 'Open the inspector'
  button.addEventListener('click', open)
  const words = page.document.createElement('span')
  words.setAttribute('role', 'status')
  strip.append(button, words)
  page.document.body.append(strip)
  return words
}

/** Shows every actor of this page in Stately's inspector at `address`, without what people wrote. */
export function connectInspector(page: Window, address: string): void {
  const inspector = openWindow(page, address)
  const words = showStrip(page, () => inspector.open())
  inspector.onConnected(() => {
    words.textContent = 'Connected'
  })
  const { inspect } = createInspector(
    { send: (event) => inspector.send(event) },
    {
      sanitizeContext: (context) => Object.assign({}, withheld(context)),
      sanitizeEvent: (event) => Object.assign({ type: event.type }, withheld(event)),
      // What is beside the context holds as much: what an actor was given, and what it answers.
      serialize: (event) =>
        event.type === '@xstate.event' ? event : Object.assign({}, event, { snapshot: snapshotOf(event.snapshot) }),
    },
  )
  tellOfEveryActor((event) => inspect.next?.(event))
}
