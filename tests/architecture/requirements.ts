/** The requirements of docs/requirements.md, and the states and transitions that serve them. */
import { type AnyStateMachine } from 'xstate'
import { requirementsIn } from '../../tools/model-testing/chart.ts'
import { shapeOf } from '../../tools/stately/shape.ts'

export type Requirement = {
  /** `area.name` */
  readonly name: string
  readonly text: string
  /** False if only a view, a billing rule or the server serves it. */
  readonly isServedByMachine: boolean
  readonly line: number
}

export type ServedRequirement = {
  readonly requirement: string
  readonly state: string
  /** The event of a transition; undefined if the state itself serves it. */
  readonly eventType: string | undefined
}

const LINE = /^- \*\*`([\w.]+)`\*\* (.+?)( _\(outside the machines\)_)?$/

/** Parses the page; `problems` names lines that cannot be parsed. */
export function readRequirements(page: string): { requirements: Requirement[]; problems: string[] } {
  const requirements: Requirement[] = []
  const problems: string[] = []
  page.split('\n').forEach((line, i) => {
    if (!line.startsWith('-')) return
    const [, name = '', text = '', outside] = LINE.exec(line) ?? []
    if (name === '') problems.push(`docs/requirements.md:${i + 1} is not a requirement: write - **\`area.name\`** text`)
    else if (!/^[a-z]\w*\.[a-z]\w*$/.test(name))
      problems.push(`docs/requirements.md:${i + 1} '${name}' is not a name: write area.name`)
    else if (requirements.some((other) => other.name === name))
      problems.push(`docs/requirements.md:${i + 1} '${name}' is a duplicate`)
    else requirements.push({ name, text, isServedByMachine: outside === undefined, line: i + 1 })
  })
  return { requirements, problems }
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
