/** Converts a machine to a Mermaid state diagram (`stateDiagram-v2`). */
import { type AnyStateMachine } from 'xstate'
import { delayOf } from '../model-testing/chart.ts'
import { shapeOf, type StateShape, type TransitionShape } from './shape.ts'

/**
 * Sequences that Mermaid interprets as grammar, Markdown or placeholders. The first character of each is written as an
 * entity.
 */
const SPECIAL_CHARACTERS = new RegExp(
  [
    // Ends a text or an id, or begins a comment, a directive, an entity, a formula, Markdown, a link or a line break.
    /[#;:"<>{}%`&*_\\$~|@^]/,
    // Two in a row separate regions or are an arrow; at the start, one is a list.
    /-(?=-)|^[-+=]/,
    /(?<=^\d+)[.)]/,
    // A fork, a join or a choice; a link.
    /\[(?=\[)|\](?=\()|w(?=ww\.)/,
    // Anywhere in a line, it makes the line a direction statement.
    /d(?=irection (?:TB|BT|RL|LR))/,
    // Internal placeholders for entities.
    /ﬂ(?=°)|¶(?=ß)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

/** Escapes a text, so that Mermaid shows it unchanged. */
export const escapeMermaid = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SPECIAL_CHARACTERS, (sign) => `#${sign.codePointAt(0) ?? 0};`)

/** Keywords that start a statement, in any case. A state cannot have such an id. */
const STATEMENT =
  /^(?:accDescr|accTitle|as|choice|class|classDef|click|default|direction|end|fork|hide|href|join|note|scale|state|stateDiagram|style)$/i

/** Returns an id such as `signIn_open_invalid`, which is not a keyword and has no special characters. */
const idOf = (machine: string, path: string): string => {
  const id = [machine, ...(path === '(machine)' ? [] : path.split('.'))]
    .map((part) => part.replace(/[^A-Za-z0-9]/g, (sign) => `x${(sign.codePointAt(0) ?? 0).toString(16)}`))
    .join('_')
  return STATEMENT.test(id) ? `${id}_` : id
}

function eventLabel(eventType: string): string {
  if (eventType === '') return 'at once'
  if (eventType.startsWith('xstate.after.')) return `after ${delayOf(eventType)}`
  const [, outcome = '', of = ''] = /^xstate\.(done|error|snapshot)\.(?:actor|state)\.(.+)$/.exec(eventType) ?? []
  return outcome === '' ? eventType : `${of} ${outcome}`
}

const transitionLabel = ({ eventType, guard, actions }: TransitionShape): string =>
  [
    eventLabel(eventType),
    ...(guard ? [`[${guard}]`] : []),
    ...(actions.length > 0 ? ['/', actions.join(', ')] : []),
  ].join(' ')

export function toMermaid(machine: AnyStateMachine): string {
  const shapes = shapeOf(machine)
  const id = (path: string): string => idOf(machine.id, path)
  const shape = (path: string): StateShape => {
    const found = shapes.get(path)
    if (!found) throw new Error(`${machine.id} has no state '${path}'`)
    return found
  }
  const children = (path: string): string[] =>
    [...shapes.keys()].filter(
      (other) =>
        other !== '(machine)' && other !== path && (other.split('.').slice(0, -1).join('.') || '(machine)') === path,
    )

  const body = (path: string, indent: string): string[] => {
    const { type, initial } = shape(path)
    const inner = children(path)
    const lines = inner.flatMap((child, i) => [
      ...(type === 'parallel' && i > 0 ? [`${indent}--`] : []),
      ...state(child, indent),
    ])
    const begins = initial === undefined ? [] : [`${indent}[*] --> ${id(initial)}`]
    const ends = inner.filter((child) => shape(child).type === 'final').map((child) => `${indent}${id(child)} --> [*]`)
    return [...lines, ...begins, ...ends]
  }
  const state = (path: string, indent: string): string[] => {
    const { description } = shape(path)
    const name = path === '(machine)' ? machine.id : (path.split('.').at(-1) ?? path)
    const head = `${indent}state "${escapeMermaid(name)}" as ${id(path)}`
    if (children(path).length > 0) return [`${head} {`, ...body(path, `${indent}  `), `${indent}}`]
    const text = escapeMermaid(description ?? '')
    return [head, ...(text ? [`${indent}${id(path)} : ${text}`] : [])]
  }

  // All transitions are at the top level, because Mermaid draws a state inside the composite that names it.
  const arrows = [...shapes.values()].flatMap(({ path, transitions }) =>
    transitions.flatMap((transition) => {
      const targets = transition.targets.length > 0 ? transition.targets : [path]
      return targets.map((target) => `  ${id(path)} --> ${id(target)} : ${escapeMermaid(transitionLabel(transition))}`)
    }),
  )
  const { type, transitions } = shape('(machine)')
  const isWrapped = type === 'parallel' || transitions.length > 0
  const inside = isWrapped ? state('(machine)', '  ') : body('(machine)', '  ')
  return ['stateDiagram-v2', ...inside, ...arrows, ''].join('\n')
}
