/** Rules for the files of `machines/`, checked on their text and on the machine that they export. */
import ts from 'typescript'
import { type AnyStateMachine, type AnyStateNode } from 'xstate'
import { pathOf } from '../../tools/model-testing/chart.ts'
import { visitNodes, lineOf, parseSource, type Source } from './sources.ts'

const nameOf = ({ path }: Source): string => (path.split('/').at(-1) ?? '').replace(/\.ts$/, '')

/** A longer file contains two flows. */
const MAX_LINES = 250

/** Side effects and values that differ between two runs: `transition()` must be pure. */
const IMPURE =
  /^(?:Date\.now|Math\.random|performance\.now|crypto\.\w+|fetch|setTimeout|setInterval|localStorage\.\w+|sessionStorage\.\w+|console\.\w+|(?:document|window)\.\w+)$/

type Report = (node: ts.Node, what: string) => void

const reportInto =
  (found: string[], source: Source): Report =>
  (node, what) =>
    void found.push(`${source.path}:${lineOf(source, node)} ${what}`)

/** Violations of length and purity in the text of a machine's file or of its setup. */
export function lengthAndPurityProblems(source: Source): string[] {
  const found: string[] = []
  const report = reportInto(found, source)
  const lines = source.text.split('\n').length - 1
  if (lines > MAX_LINES)
    found.push(`${source.path} has ${lines} lines, more than ${MAX_LINES}: split it into two flows`)

  visitNodes(source, (node) => {
    if (ts.isIdentifier(node) && /^(sendParent|systemId|createStateConfig)$/.test(node.text))
      report(node, `uses ${node.text}`)
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
      report(node, 'reads the clock')
    if (ts.isCallExpression(node) && IMPURE.test(node.expression.getText()))
      report(node, `calls ${node.expression.getText()}: let an actor do it`)
  })
  return found
}

export function machineFileProblems(source: Source): string[] {
  const name = nameOf(source)
  const found = lengthAndPurityProblems(source)
  const report = reportInto(found, source)
  const calls: ts.CallExpression[] = []
  visitNodes(source, (node) => {
    if (ts.isCallExpression(node) && /(^|\.)createMachine$/.test(node.expression.getText())) calls.push(node)
  })
  const [call, ...otherCalls] = calls
  if (!call || otherCalls.length > 0)
    return [...found, `${source.path} creates ${calls.length} machines: a file defines one`]

  const statements = parseSource(source).statements
  const last = statements.at(-1)
  if (last && !(call.getStart() >= last.getStart() && call.getEnd() <= last.getEnd()))
    report(last, 'follows the machine: createMachine must be the last statement')
  if (!new RegExp(`export const ${name}Machine\\b`).test(source.text))
    found.push(`${source.path} does not export ${name}Machine`)

  const [config] = call.arguments
  if (!config || !ts.isObjectLiteralExpression(config)) {
    report(call, 'defines its configuration elsewhere: write it inline')
    return found
  }
  const states = (node: ts.ObjectLiteralExpression): void => {
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property))
        report(property, 'spreads into the configuration: write it out, so that Stately Studio can read it')
      else if (ts.isComputedPropertyName(property.name))
        report(property, 'computes a key of the configuration: write it as a literal')
      else if (ts.isShorthandPropertyAssignment(property) && property.name.text === 'states')
        report(property, 'defines its states elsewhere')
      else if (ts.isPropertyAssignment(property)) {
        const key = property.name.getText().replace(/['"]/g, '')
        if (/^(states|on|after)$/.test(key) && !ts.isObjectLiteralExpression(property.initializer))
          report(property, `defines '${key}' elsewhere: write it inline`)
        if (ts.isObjectLiteralExpression(property.initializer) && !/^(context|input|output|params|meta)$/.test(key))
          states(property.initializer)
      }
    }
  }
  states(config)
  return found
}

const toArray = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(Object.values(node.states) as AnyStateNode[]).flatMap(nodesOf),
]

/** Actions that may be inline, because they have no custom implementation. */
const INLINE_ACTIONS = new Set(['xstate.raise', 'xstate.cancel'])

export function machineProblems(machine: AnyStateMachine, name: string): string[] {
  const found: string[] = []
  if (machine.id !== name) found.push(`${name}: its id is '${machine.id}', not the name of its file`)
  for (const node of nodesOf(machine.root as AnyStateNode)) {
    const where = `${name}, '${pathOf(node)}'`
    const config = node.config as { invoke?: unknown; entry?: unknown; exit?: unknown; after?: object }
    if (node.type === 'atomic' && node.path.length > 0 && !node.description) found.push(`${where} has no description`)
    const inline = (actions: readonly unknown[], place: string): void => {
      for (const action of actions) {
        if (typeof action === 'function' && !INLINE_ACTIONS.has((action as { type?: string }).type ?? ''))
          found.push(`${where} has an inline action ${place}: give it a name in setup`)
      }
    }
    inline(node.entry, 'on entry')
    inline(node.exit, 'on exit')
    for (const transition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])]) {
      inline(transition.actions, `on '${String(transition.eventType)}'`)
      // `and`, `or` and `not` are functions that contain named guards.
      const { guard } = transition
      const parts = typeof guard === 'function' && 'guards' in guard ? toArray(guard.guards) : [guard]
      if (parts.some((part) => typeof part === 'function' && !('guards' in part) && !('check' in part)))
        found.push(`${where} has an inline guard on '${String(transition.eventType)}': give it a name in setup`)
    }
    for (const invoke of toArray(config.invoke) as { id?: string; src: unknown }[]) {
      if (typeof invoke.src !== 'string') found.push(`${where} invokes an inline actor: give it a name in setup`)
      if (invoke.id === undefined)
        found.push(`${where} invokes an actor without an id: paths name its outcomes by the id`)
    }
    for (const delay of Object.keys(config.after ?? {}))
      if (/^\d+$/.test(delay)) found.push(`${where} waits ${delay} ms: give the delay a name in setup`)
    // XState does not restart delays when a state is restored.
    const isPersisted = (at: AnyStateNode | undefined): boolean =>
      at !== undefined &&
      (at.tags.includes('persisted') ||
        (at.meta as { persisted?: boolean } | undefined)?.persisted === true ||
        isPersisted(at.parent))
    if (isPersisted(node) && config.after !== undefined)
      found.push(`${where} is persisted and has an 'after': invoke an actor with a deadline instead`)
  }
  return found
}
