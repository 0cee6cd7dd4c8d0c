/** The icon of the trigger of a transition, 12 by 12. */
import { type Cause } from './graph.ts'

const icons: Record<Cause['kind'], { path: string; solid?: boolean }> = {
  event: { path: 'M3 1.5 9 6 3 10.5Z', solid: true },
  done: { path: 'M1.5 6.5 4.5 9.5 10.5 2.5' },
  error: { path: 'M2 2.5 9 9.5M9 2.5 2 9.5' },
  snapshot: { path: 'M1 6q2.5-4.5 5 0t5 0' },
  after: { path: 'M6 1a5 5 0 1 0 .01 0M6 3.2V6l2 1.6' },
  always: { path: 'M1 4h7.5M6 1.5 8.5 4 6 6.5M1 9.5h9' },
  ended: { path: 'M2 2h8v8H2z' },
}

export function CauseIcon({ kind, x = 0, y = 0 }: { kind: Cause['kind']; x?: number; y?: number }) {
  const { path, solid } = icons[kind]
  return <path className={solid ? 'icon is-solid' : 'icon'} d={path} transform={`translate(${x} ${y})`} />
}
