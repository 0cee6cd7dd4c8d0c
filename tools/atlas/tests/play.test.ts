// @vitest-environment node
/** A machine is played purely: with XState's own calculation, and nothing of it is ever started. */
import { initialTransition, transition, type AnyEventObject } from 'xstate'
import { describe, expect, it, vi } from 'vitest'
import { entries, modelOf } from '../machines.ts'
import { begin, contextText, currentLeaves, liveOf, look, momentOf, optionsOf, take, type Run } from '../play.ts'

const runOf = async (name: string, input?: string): Promise<Run> => {
  const model = await modelOf(name)
  if (!model) throw new Error(`no model of ${name}`)
  return begin(model, input)
}

function press(run: Run, label: string): Run {
  const option = optionsOf(run).find((one) => one.label === label)
  if (!option)
    throw new Error(
      `'${label}' can't happen: ${optionsOf(run)
        .map((one) => one.label)
        .join(', ')}`,
    )
  return take(run, option)
}

describe('a sign-in', () => {
  it('is played to its end, looked back at, and gone on from there in another way', async () => {
    const open = await runOf('signIn')
    expect(currentLeaves(open)).toEqual(['open.empty'])
    const whole = ['form.submit / complete', 'signIn done / granted', 'enterSession done / entered'].reduce(press, open)
    expect(currentLeaves(whole)).toEqual(['admitted'])
    expect(momentOf(whole).snapshot.status).toBe('done')
    expect(optionsOf(whole)).toEqual([])

    const before = look(whole, 1)
    expect(currentLeaves(before)).toEqual(['submitting'])
    expect(before.steps).toHaveLength(4)
    expect(currentLeaves(look(before, 3))).toEqual(['admitted'])
    expect([look(whole, -5).at, look(whole, 99).at]).toEqual([0, 3])

    const other = press(before, 'signIn error / unreachable')
    expect(currentLeaves(other)).toEqual(['open.unreached'])
    expect(other.steps.map(({ label }) => label)).toEqual([
      'start',
      'form.submit / complete',
      'signIn error / unreachable',
    ])
    // What was looked at before is as it was.
    expect(currentLeaves(whole)).toEqual(['admitted'])
  })

  it('tells of everything that may happen what would come of it', async () => {
    const options = optionsOf(await runOf('signIn'))
    expect(options.map(({ label, leads, happens, kind }) => [label, leads, happens, kind])).toEqual([
      ['form.submit / complete', ['submitting'], true, 'event'],
      ['form.submit / empty', ['open.invalid'], true, 'event'],
      ['form.submit / only blanks for a login', ['open.invalid'], true, 'event'],
      ['form.submit / no password', ['open.invalid'], true, 'event'],
    ])
    expect(options[0]?.words).toBe('Type an account and its password and press Login.')
  })

  it('marks in the chart where it is, what may happen and what has happened', async () => {
    const run = press(await runOf('signIn'), 'form.submit / empty')
    const live = liveOf(run, optionsOf(run))
    expect([...live.current]).toEqual(['open', 'open.invalid'])
    expect([...live.arrived]).toEqual(['open.invalid'])
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

it('names the states of regions in the order of the file, whatever was entered last', async () => {
  const regions = ['watching.picture.', 'watching.address.', 'watching.position.']
  const steps = ['askChannel done / on air', 'stream.playing', 'stream.behind', 'stream.lost']
  let run = await runOf('livePlayer')
  for (const step of steps) {
    run = press(run, step)
    currentLeaves(run).forEach((path, i) => expect(path, step).toContain(regions[i]))
    expect(currentLeaves(run)).toHaveLength(3)
  }
})

it('lets a delay pass and refuses what a guard refuses', async () => {
  const session = ['checkSession done / a member', 'after betweenChecks'].reduce(
    press,
    await runOf('session', 'nothing stored'),
  )
  expect(currentLeaves(session)).toContain('signedIn.watch.resting')
  const same = optionsOf(session).find(({ label }) => label === 'tab.signedIn / the same user')
  expect([same?.happens, same?.leads]).toEqual([false, []])
})

describe.each(entries.map(({ name }) => name))('%s', (name) => {
  it('is calculated as XState calculates it, and starts nothing', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const first = await runOf(name)
    timers.mockClear()
    let run = first
    let [snapshot] = initialTransition(run.model.machine, run.model.inputs[run.input])
    for (let count = 0; count < 12; count += 1) {
      expect(momentOf(run).snapshot.value).toEqual(snapshot.value)
      expect(momentOf(run).snapshot.context).toEqual(snapshot.context)
      const possible = optionsOf(run).filter(({ happens, happening }) => happens && happening.timely)
      const option = possible[(count * 7) % Math.max(1, possible.length)]
      if (!option) break
      ;[snapshot] = transition(run.model.machine, snapshot, option.happening.event as AnyEventObject)
      run = take(run, option)
    }
    expect(run.at).toBeGreaterThan(0)
    expect(timers).not.toHaveBeenCalled()
    for (const child of Object.values(momentOf(run).snapshot.children)) {
      const actor = child as { _processingStatus?: number } | undefined
      // 0: made, and never started.
      expect(actor?._processingStatus ?? 0).toBe(0)
    }
    timers.mockRestore()
  })
})
