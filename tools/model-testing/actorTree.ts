/** A machine with the models of its child machines and of its peers. */
import { readChart } from './chart.ts'
import { type Model } from './model.ts'
import { type PeerActors } from './peerActors.ts'

/** Maps the output of a child machine to the outcome that its parent receives. */
export type MapOutput = (output: unknown) => { kind: 'done' | 'error'; payload: unknown }

export type ActorTree = {
  readonly model: Model
  /** By name of the actor in `setup` of the parent. */
  readonly children?: Readonly<Record<string, ActorTree>>
  /** For a child whose actor does not pass on the machine's output unchanged. */
  readonly mapOutput?: MapOutput
  /** For the root only: machines that communicate with it and are not its children. */
  readonly peers?: PeerActors
}

/** The path of an actor: '' is the root, 'planChange/payment' a child of a child, 'signIn' a peer. */
export const childPath = (parent: string, id: string): string => (parent === '' ? id : `${parent}/${id}`)
export const parentPath = (path: string): string => path.split('/').slice(0, -1).join('/')
export const actorId = (path: string): string => path.split('/').at(-1) ?? ''
export const isWithin = (path: string, ancestor: string): boolean =>
  path === ancestor || ancestor === '' || path.startsWith(`${ancestor}/`)

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

export function srcOf(tree: ActorTree, actorPath: string, id: string): string {
  const own = actorTreeAt(tree, actorPath)
  return (own && readChart(own.model.machine).invocations.find((invocation) => invocation.id === id)?.src) ?? id
}

/** Returns the names of all states: 'paying' for one of the root, 'planChange/payment/paying' for one of a child. */
export function systemStateNames(tree: ActorTree, actorPath = ''): string[] {
  const { states, invocations } = readChart(tree.model.machine)
  const own = [...states.keys()].map((state) => childPath(actorPath, state))
  const inner = invocations.flatMap(({ id, src }) => {
    const child = tree.children?.[src]
    return child ? systemStateNames(child, childPath(actorPath, id)) : []
  })
  const peers = Object.entries(tree.peers?.machines ?? {}).flatMap(([name, peer]) => systemStateNames(peer, name))
  return [...new Set([...own, ...inner, ...peers])]
}
