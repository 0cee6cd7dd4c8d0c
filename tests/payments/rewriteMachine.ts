import { createMachine, type AnyStateMachine } from 'xstate'

export type Config = { [key: string]: unknown }

/**
 * Returns the machine with one part of its configuration replaced. `path` is the keys to that part, for example
 * 'states/outcomeUnknown/on'. The casts are needed because the types of XState can't describe a dynamic configuration.
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
  return createMachine(config, machine.implementations) as AnyStateMachine as M
}
