/** The states and transitions that serve the requirements of docs/requirements.md. */
import { type AnyStateMachine } from 'xstate'
import { requirementsIn } from '../../tools/model-testing/chart.ts'
import { shapeOf } from '../../tools/stately/shape.ts'
import { type Requirement } from '../atlas/requirements.ts'

export type ServedRequirement = {
  readonly requirement: string
  readonly state: string
  /** The event of a transition; undefined if the state itself serves it. */
  readonly eventType: string | undefined
}

function servedRequirements(machine: AnyStateMachine): ServedRequirement[] {
  return [...shapeOf(machine).values()].flatMap(({ path, meta, transitions }) => [
    ...requirementsIn(meta).map((requirement) => ({ requirement, state: path, eventType: undefined })),
    ...transitions.flatMap((transition) =>
      requirementsIn(transition.meta).map((requirement) => ({
        requirement,
        state: path,
        eventType: transition.eventType,
      })),
    ),
  ])
}

export function requirementMismatches(
  requirements: readonly Requirement[],
  machines: readonly { readonly name: string; readonly machine: AnyStateMachine }[],
): string[] {
  const known = new Map(requirements.map((requirement) => [requirement.name, requirement]))
  const servedNames = new Set<string>()
  const mismatches = machines.flatMap(({ name, machine }) => {
    const services = servedRequirements(machine)
    if (services.length === 0)
      return [
        `machines/${name}.ts serves no requirement. Name one of docs/requirements.md in the meta of a state, and write ` +
          'it there if it is new.',
      ]
    return services.flatMap(({ requirement, state, eventType }) => {
      servedNames.add(requirement)
      const where = `machines/${name}.ts, state '${state}'${eventType === undefined ? '' : `, on '${eventType}'`}`
      const found = known.get(requirement)
      if (!found) return [`${where}: docs/requirements.md has no '${requirement}'. Add it there, or correct the name.`]
      if (!found.isServedByMachine)
        return [`${where}: docs/requirements.md says that '${requirement}' is outside the machines. Remove that note.`]
      return []
    })
  })
  const unservedProblems = requirements
    .filter(({ name, isServedByMachine }) => isServedByMachine && !servedNames.has(name))
    .map(
      ({ name, line }) =>
        `docs/requirements.md:${line} '${name}' is served by no machine. Name it in the meta of the state that serves ` +
        'it, or end its line in _(outside the machines)_.',
    )
  return [...mismatches, ...unservedProblems]
}
