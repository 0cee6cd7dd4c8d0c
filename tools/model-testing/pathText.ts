/** Renders triggers, states and paths as sentences. */
import { type AnyStateNode } from 'xstate'
import { type Trigger } from './trigger.ts'
import { type Model } from './model.ts'
import { type ActorState } from './stepper.ts'
import { type Path } from './pathRun.ts'

const spaced = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
const sentence = (text: string): string => {
  const whole = text.trim()
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${/[.!?…]$/.test(whole) ? '' : '.'}`
}
const inCase = (name: string): string => (name === '' ? '' : `: ${name}`)

/** `form.submit` reads 'Submit the form', `stream.stalled` reads 'The stream stalled'. */
function eventSentence(type: string): string {
  const [noun = type, ...verbs] = type.split('.')
  const verb = verbs.map(spaced).join(' ')
  if (verb === '') return spaced(noun)
  return /(ed|gone|lost|known|shown|left)$/.test(verb) ? `the ${spaced(noun)} ${verb}` : `${verb} the ${spaced(noun)}`
}

export function durationText(ms: number): string {
  const units = [
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ] as const
  const [size, unit] = units.find(([unitSize]) => ms >= unitSize) ?? [1, 'millisecond']
  const count = Math.round((ms / size) * 10) / 10
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Returns a trigger as a sentence: the text of the model, or one made from its names. */
export function triggerText({ texts }: Model, trigger: Trigger, before: ActorState): string {
  const { kind, subject, case: name, timer } = trigger
  if (kind === 'event') {
    const exactText = texts.events?.[`${subject} / ${name}`]
    if (exactText !== undefined) return sentence(exactText)
    return sentence(`${(texts.events?.[subject] ?? eventSentence(subject)).replace(/[.]$/, '')}${inCase(name)}`)
  }
  if (kind === 'delay') {
    const wait = timer ? durationText(Math.max(0, timer.due - before.now)) : ''
    return sentence(texts.delays?.[subject] ?? `${wait} ${wait.startsWith('1 ') ? 'passes' : 'pass'}`)
  }
  const outcomeText = texts.outcomes?.[`${subject} ${kind} / ${name}`] ?? texts.outcomes?.[`${subject} ${kind}`]
  if (outcomeText !== undefined) return sentence(outcomeText)
  const verb = { done: 'answers', error: 'fails', snapshot: 'tells' }[kind]
  return sentence(`'${spaced(subject)}' ${verb}${inCase(name)}`)
}

export function statesOf({ snapshot }: ActorState): { path: string; description: string | undefined }[] {
  return (snapshot._nodes as AnyStateNode[])
    .filter((node) => Object.keys(node.states).length === 0)
    .map((node) => ({ path: node.path.join('.'), description: node.description }))
}

export function stateText(actorState: ActorState): string {
  return statesOf(actorState)
    .map(({ path, description }) => `${path}${description === undefined ? '' : ` (${description})`}`)
    .join('; ')
}

export function pathText(model: Model, path: Path): string[] {
  const lines = [`Start: ${path.input}. State: ${stateText(path.start.actorState)}`]
  let before = path.start.actorState
  path.steps.forEach(({ trigger, actorState }, i) => {
    lines.push(`${i + 1}. ${triggerText(model, trigger, before)}`, `   State: ${stateText(actorState)}`)
    before = actorState
  })
  return lines
}
