import { matchPath } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { type CallName } from '../../openapi/codes.ts'
import { parseFault } from '../../server/sandbox/faults.ts'
import { REFUSALS } from '../../server/sandbox/refusals.ts'
import { appRoutes } from '../../src/app/paths.ts'
import { readChart } from '../../tools/model-testing/chart.ts'
import { choosePaths } from '../../tools/model-testing/pathFormats.ts'
import { renderPaths } from '../paths/pathFormats.ts'
import { cases } from '../../tools/model-testing/trigger.ts'
import { loadModel, machineNames } from '../paths/loadModels.ts'
import { type ManualStart, type Model } from '../paths/model.ts'
import { searchPaths } from '../../tools/model-testing/pathSearch.ts'

const calls = new Set<string>([
  ...(Object.keys(REFUSALS) as CallName[]),
  'SCRIPT stripe',
  'SCRIPT paypal',
  'STREAM harbor-one',
])

/** Every name under which something may stand that happens to this machine. */
function namesOf({ machine, events, outcomes }: Model): Set<string> {
  const delays = [...readChart(machine).candidates.values()].flatMap(({ eventType }) => eventType.split('.')[2] ?? [])
  return new Set([
    ...delays,
    ...Object.entries(events).flatMap(([type, cases]) => [
      type,
      ...Object.keys(cases).map((name) => `${type} / ${name}`),
    ]),
    ...Object.entries(outcomes).flatMap(([id, answers]) => [
      id,
      ...Object.entries(answers).flatMap(([kind, cases]) => [
        `${id} ${kind}`,
        ...(typeof cases === 'object' ? Object.keys(cases).map((name) => `${id} ${kind} / ${name}`) : []),
      ]),
    ]),
  ])
}

const isKnownAddress = ({ open }: ManualStart): boolean =>
  open === 'the link' ||
  Object.entries(appRoutes).some(
    ([name, { pattern }]) => name !== 'notFound' && matchPath(pattern, open.replace(/\?.*/, '')),
  )

describe.each(machineNames())('%s by hand', async (name) => {
  const model = (await loadModel(name)) as Model
  const { starts: begins = {}, calls: own = {}, causedBy: tricks = {} } = model.manual ?? {}

  it('says of every beginning who is signed in and what is opened', () => {
    const unsaid = Object.keys(model.inputs).filter((input) => begins[input] === undefined && begins[''] === undefined)
    expect(unsaid, `Write a begin in the hand of ${name}.model.ts`).toEqual([])
    const unknown = Object.keys(begins).filter((input) => input !== '' && !Object.hasOwn(model.inputs, input))
    expect(unknown, 'begins of inputs that the model does not have').toEqual([])
    const nowhere = Object.values(begins).filter((begin) => !('not' in begin) && !isKnownAddress(begin))
    expect(nowhere, 'addresses that no route has').toEqual([])
  })

  it('tells in words of its own what the world answers', () => {
    const { outcomes: words = {}, delays = {} } = model.texts
    const unsaid = Object.entries(model.outcomes).flatMap(([id, answers]) =>
      (['done', 'error'] as const).flatMap((kind) =>
        cases(answers[kind])
          .map(([name]) => `${id} ${kind} / ${name}`)
          .filter((label) => words[label] === undefined && words[`${id} ${kind}`] === undefined),
      ),
    )
    expect(unsaid, `Write sentences in the words of ${name}.model.ts`).toEqual([])
    const known = namesOf(model)
    expect([...Object.keys(words), ...Object.keys(delays)].filter((label) => !known.has(label))).toEqual([])
  })

  it('names only what the machine and the sandbox have', () => {
    const names = namesOf(model)
    expect([...Object.keys(own), ...Object.keys(tricks)].filter((known) => !names.has(known))).toEqual([])
    expect(Object.values(own).filter((call) => !calls.has(call))).toEqual([])
    for (const [label, trick] of Object.entries(tricks)) {
      const words = typeof trick === 'object' && ('do' in trick ? trick.do : 'set' in trick ? trick.set : '')
      for (const [, call = ''] of String(words).matchAll(/`((?:GET|POST|PUT|DELETE|SCRIPT|STREAM) [^`]+)`/g))
        expect(calls, `${label} speaks of ${call}`).toContain(call)
      if (typeof trick !== 'object' || !('fault' in trick)) continue
      const { fault, call = own[label.split(' ')[0] ?? ''], times } = trick
      expect(calls, `${label} sets a fault of ${call ?? 'no call'}`).toContain(call)
      expect(
        parseFault({ call, fault, ...(typeof times === 'number' && { times }), ...(fault === 'delay' && { ms: 1 }) }),
      ).not.toHaveProperty('problem')
    }
  })
})

it('says that a page asks anew who is signed in, where a fault would go to that', async () => {
  const script = async (name: string): Promise<string> =>
    renderPaths(choosePaths(searchPaths((await loadModel(name)) as Model, { kind: 'shortest' }), 100), 'markdown')
  expect(await script('planChange')).toContain('again when its window gets the focus')
  expect(await script('forgotPassword')).not.toContain('again when its window')
})
