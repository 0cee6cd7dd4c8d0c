/** Machines with a mistake that is made on purpose. */
import { createMachine, type AnyStateMachine } from 'xstate'

export type Config = { [key: string]: unknown }

/**
 * The machine with one place of its chart written differently; `path` leads there through the configuration,
 * as in 'states/outcomeUnknown/on'. XState's types can't name a chart that is only known when it runs.
 */
export function rewriteMachine<M extends AnyStateMachine>(
  machine: M,
  path: string,
  to: (previous: unknown) => unknown,
): M {
  const at = (config: Config, [key = '', ...rest]: string[]): Config => ({
    ...config,
    [key]: rest.length === 0 ? to(config[key]) : at(config[key] as Config, rest),
  })
  const config = at(machine.config as Config, path.split('/'))
  return createMachine(config as never, machine.implementations as never) as unknown as M
}
