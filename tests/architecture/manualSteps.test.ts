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

/** The names of all events, outcomes and delays of a machine. */
function namesOf({ machine, events, outcomes }: Model): Set<string> {
  const delays = [...readChart(machine).candidates.values()].flatMap(({ eventType }) => eventType.split('.')[2] ?? [])
  return new Set([
    ...delays,
    ...Object.entries(events).flatMap(([type, cases]) => [
      type,
      ...Object.keys(cases).map((name) => `${type} / ${name}`),
    ]),
    ...Object.entries(outcomes).flatMap(([id, outcomesByKind]) => [
      id,
      ...Object.entries(outcomesByKind).flatMap(([kind, cases]) => [
        `${id} ${kind}`,
        ...(typeof cases === 'object' ? Object.keys(cases).map((name) => `${id} ${kind} / ${name}`) : []),
      ]),
    ]),
  ])
}

const isKnownPath = ({ open }: ManualStart): boolean =>
  open === 'the link' ||
  Object.entries(appRoutes).some(
    ([name, { pattern }]) => name !== 'notFound' && matchPath(pattern, open.replace(/\?.*/, '')),
  )

describe.each(machineNames())('the manual steps of %s', async (name) => {
  const model = (await loadModel(name)) as Model
  const { starts = {}, calls: own = {}, causedBy: causes = {} } = model.manual ?? {}

  it('have a user and a path for every start', () => {
    const missing = Object.keys(model.inputs).filter((input) => starts[input] === undefined && starts[''] === undefined)
    expect(missing, `Add a start to the manual steps of ${name}.model.ts`).toEqual([])
    const unknown = Object.keys(starts).filter((input) => input !== '' && !Object.hasOwn(model.inputs, input))
    expect(unknown, 'starts of inputs that the model does not have').toEqual([])
    const unknownPaths = Object.values(starts).filter((start) => !('impossible' in start) && !isKnownPath(start))
    expect(unknownPaths, 'paths without a route').toEqual([])
  })

  it('have a text for every outcome', () => {
    const { outcomes: texts = {}, delays = {} } = model.texts
    const missing = Object.entries(model.outcomes).flatMap(([id, outcomesByKind]) =>
      (['done', 'error'] as const).flatMap((kind) =>
        cases(outcomesByKind[kind])
          .map(([name]) => `${id} ${kind} / ${name}`)
          .filter((label) => texts[label] === undefined && texts[`${id} ${kind}`] === undefined),
      ),
    )
    expect(missing, `Add sentences to the texts of ${name}.model.ts`).toEqual([])
    const known = namesOf(model)
    expect([...Object.keys(texts), ...Object.keys(delays)].filter((label) => !known.has(label))).toEqual([])
  })

  it('refer only to parts of the machine and the sandbox', () => {
    const names = namesOf(model)
    expect([...Object.keys(own), ...Object.keys(causes)].filter((known) => !names.has(known))).toEqual([])
    expect(Object.values(own).filter((call) => !calls.has(call))).toEqual([])
    for (const [label, cause] of Object.entries(causes)) {
      const instruction = typeof cause === 'object' && ('do' in cause ? cause.do : 'set' in cause ? cause.set : '')
      for (const [, call = ''] of String(instruction).matchAll(/`((?:GET|POST|PUT|DELETE|SCRIPT|STREAM) [^`]+)`/g))
        expect(calls, `${label} names ${call}`).toContain(call)
      if (typeof cause !== 'object' || !('fault' in cause)) continue
      const { fault, call = own[label.split(' ')[0] ?? ''], times } = cause
      expect(calls, `${label} sets a fault of ${call ?? 'no call'}`).toContain(call)
      expect(
        parseFault({ call, fault, ...(typeof times === 'number' && { times }), ...(fault === 'delay' && { ms: 1 }) }),
      ).not.toHaveProperty('problem')
    }
  })
})

it('manual steps warn about a session check that a fault would affect', async () => {
  const script = async (name: string): Promise<string> =>
    renderPaths(choosePaths(searchPaths((await loadModel(name)) as Model, { kind: 'shortest' }), 100), 'markdown')
  expect(await script('planChange')).toContain('again when its window gets the focus')
  expect(await script('forgotPassword')).not.toContain('again when its window')
})
