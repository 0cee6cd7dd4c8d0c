/** docs/requirements.md, and which state or transition of which machine serves which of them. */
import { type AnyStateMachine } from 'xstate'
import { requirementsIn } from '../../tools/model-testing/chart.ts'
import { shapeOf } from '../../tools/stately/shape.ts'

export type Requirement = {
  /** `area.name` */
  readonly name: string
  readonly text: string
  /** False where a view, a rule of money or the server serves it alone. */
  readonly isServedByMachine: boolean
  readonly line: number
}

export type ServedRequirement = {
  readonly requirement: string
  readonly state: string
  /** The event of a transition; undefined where the state itself serves it. */
  readonly eventType: string | undefined
}

const LINE = /^- \*\*`([\w.]+)`\*\* (.+?)( _\(outside the machines\)_)?$/

/** The requirements of the page. A line that is meant as one and can't be read is a sentence in `faults`. */
export function readRequirements(page: string): { requirements: Requirement[]; problems: string[] } {
  const requirements: Requirement[] = []
  const faults: string[] = []
  page.split('\n').forEach((line, i) => {
    if (!line.startsWith('-')) return
    const [, name = '', text = '', outside] = LINE.exec(line) ?? []
    if (name === '') faults.push(`docs/requirements.md:${i + 1} is no requirement: write - **\`area.name\`** text`)
    else if (!/^[a-z]\w*\.[a-z]\w*$/.test(name))
      faults.push(`docs/requirements.md:${i + 1} '${name}' is no name: write area.name`)
    else if (requirements.some((other) => other.name === name))
      faults.push(`docs/requirements.md:${i + 1} '${name}' stands there twice`)
    else requirements.push({ name, text, isServedByMachine: outside === undefined, line: i + 1 })
  })
  return { requirements, problems: faults }
}

/** What a machine says that it serves, state by state. */
export function servedRequirements(machine: AnyStateMachine): ServedRequirement[] {
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

/** Where page and machines disagree, each as a sentence that says what to do. */
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
      if (!found) return [`${where}: docs/requirements.md has no '${requirement}'. Write it there, or mend the name.`]
      if (!found.isServedByMachine)
        return [`${where}: docs/requirements.md says that '${requirement}' is outside the machines. Take that off it.`]
      return []
    })
  })
  const unservedProblems = requirements
    .filter(({ name, isServedByMachine: isMachines }) => isMachines && !servedNames.has(name))
    .map(
      ({ name, line }) =>
        `docs/requirements.md:${line} '${name}' is served by no machine. Name it in the meta of the state that serves ` +
        'it, or end its line in _(outside the machines)_.',
    )
  return [...mismatches, ...unservedProblems]
}
