// @vitest-environment node
/** A simulation computes the same steps as XState and starts no actor. */
import { initialTransition, transition, type AnyEventObject } from 'xstate'
import { describe, expect, it, vi } from 'vitest'
import { machineEntries, loadModelOf } from '../machines.ts'
import {
  startRun,
  contextText,
  currentLeaves,
  liveOf,
  goToStep,
  actorStateOf,
  optionsOf,
  takeOption,
  type Run,
} from '../run.ts'

const runOf = async (name: string, input?: string): Promise<Run> => {
  const model = await loadModelOf(name)
  if (!model) throw new Error(`no model of ${name}`)
  return startRun(model, input)
}

function takeLabel(run: Run, label: string): Run {
  const option = optionsOf(run).find((one) => one.label === label)
  if (!option)
    throw new Error(
      `'${label}' can't happen: ${optionsOf(run)
        .map((one) => one.label)
        .join(', ')}`,
    )
  return takeOption(run, option)
}

describe('a sign-in', () => {
  it('runs to its end, shows past steps, and continues from a past step', async () => {
    const open = await runOf('signIn')
    expect(currentLeaves(open)).toEqual(['open.empty'])
    const whole = ['form.submit / complete', 'signIn done / granted', 'startSession done / started'].reduce(
      takeLabel,
      open,
    )
    expect(currentLeaves(whole)).toEqual(['signedIn'])
    expect(actorStateOf(whole).snapshot.status).toBe('done')
    expect(optionsOf(whole)).toEqual([])

    const before = goToStep(whole, 1)
    expect(currentLeaves(before)).toEqual(['submitting'])
    expect(before.steps).toHaveLength(4)
    expect(currentLeaves(goToStep(before, 3))).toEqual(['signedIn'])
    expect([goToStep(whole, -5).at, goToStep(whole, 99).at]).toEqual([0, 3])

    const other = takeLabel(before, 'signIn error / unreachable')
    expect(currentLeaves(other)).toEqual(['open.unreachable'])
    expect(other.steps.map(({ label }) => label)).toEqual([
      'start',
      'form.submit / complete',
      'signIn error / unreachable',
    ])
    // The earlier run is unchanged.
    expect(currentLeaves(whole)).toEqual(['signedIn'])
  })

  it('lists each possible event with its result', async () => {
    const options = optionsOf(await runOf('signIn'))
    expect(options.map(({ label, newStates, isPossible, kind }) => [label, newStates, isPossible, kind])).toEqual([
      ['form.submit / complete', ['submitting'], true, 'event'],
      ['form.submit / empty', ['open.invalid'], true, 'event'],
      ['form.submit / only spaces in the login', ['open.invalid'], true, 'event'],
      ['form.submit / no password', ['open.invalid'], true, 'event'],
    ])
    expect(options[0]?.text).toBe('Type an account and its password and press Login.')
  })

  it('highlights the current states, the possible transitions and the last transition', async () => {
    const run = takeLabel(await runOf('signIn'), 'form.submit / empty')
    const live = liveOf(run, optionsOf(run))
    expect([...live.current]).toEqual(['open', 'open.invalid'])
    expect([...live.entered]).toEqual(['open.invalid'])
    expect([...live.taken]).toEqual(['open | form.submit | 1'])
    expect([...live.possible].sort()).toEqual([
      'open | form.submit | 0',
      'open | form.submit | 1',
      'open.invalid | field.edit | 0',
    ])
    expect(contextText(run)).toContain('"login": "E-mail field is required"')
    expect(contextText(run)).toContain('"user": "(undefined)"')
  })
})

it('lists the states of regions in document order', async () => {
  const regions = ['watching.playback', 'watching.renewal', 'watching.position']
  const steps = ['loadChannel done / on air', 'stream.playing', 'stream.behind', 'stream.failed']
  let run = await runOf('livePlayer')
  for (const step of steps) {
    run = takeLabel(run, step)
    currentLeaves(run).forEach((path, i) => expect(path, step).toContain(regions[i]))
    expect(currentLeaves(run)).toHaveLength(3)
  }
})

it('ends delays, and marks events that a guard refuses', async () => {
  const session = ['sessionCheck done / a member', 'after cooldown'].reduce(
    takeLabel,
    await runOf('session', 'nothing stored'),
  )
  expect(currentLeaves(session)).toContain('signedIn.idle')
  const same = optionsOf(session).find(({ label }) => label === 'tab.signedIn / the same user')
  expect([same?.isPossible, same?.newStates]).toEqual([false, []])
})

describe.each(machineEntries.map(({ name }) => name))('%s', (name) => {
  it('has the same steps as XState, and starts no actor and no timer', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const first = await runOf(name)
    timers.mockClear()
    let run = first
    let [snapshot] = initialTransition(run.model.machine, run.model.inputs[run.input])
    for (let count = 0; count < 12; count += 1) {
      expect(actorStateOf(run).snapshot.value).toEqual(snapshot.value)
      expect(actorStateOf(run).snapshot.context).toEqual(snapshot.context)
      const possible = optionsOf(run).filter(({ isPossible, trigger }) => isPossible && trigger.isTimely)
      const option = possible[(count * 7) % Math.max(1, possible.length)]
      if (!option) break
      ;[snapshot] = transition(run.model.machine, snapshot, option.trigger.event as AnyEventObject)
      run = takeOption(run, option)
    }
    expect(run.at).toBeGreaterThan(0)
    expect(timers).not.toHaveBeenCalled()
    for (const child of Object.values<unknown>(actorStateOf(run).snapshot.children as Record<string, unknown>)) {
      const actor = child as { _processingStatus?: number } | undefined
      // 0: not started.
      expect(actor?._processingStatus ?? 0).toBe(0)
    }
    timers.mockRestore()
  })
})
