/** Stately's extractor reads every machine completely, so that Stately Studio and its extension show all of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine, type AnyStateMachine } from 'xstate'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadMachines, MACHINES } from '../loadMachines.ts'
import { extractConfig, extractorDifferences } from '../statelyExtractor.ts'
import { seededFaults, soundText } from './seededFaults.ts'
import { soundMachine } from './soundMachine.ts'

const machines = await loadMachines()

// The extractor warns about each function that it skips.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))

describe("Stately's own extractor", () => {
  it.each(machines)('reads all of machines/$name.ts', ({ name, machine }) => {
    const text = readFileSync(join(MACHINES, `${name}.ts`), 'utf8')
    expect(extractorDifferences(`machines/${name}.ts`, text, machine)).toEqual([])
  })

  it('reads a valid machine completely', () => {
    expect(extractorDifferences('machines/a.ts', soundText, soundMachine)).toEqual([])
  })

  it.each(seededFaults)('is reported if it does not read $fault', ({ text, sentence }) => {
    const machine: AnyStateMachine = soundMachine
    expect(text).not.toBe(soundText)
    expect(extractorDifferences('machines/a.ts', text, machine)).toEqual([sentence])
  })

  // `onSnapshot` was added in XState 5, and the extractor is made for XState 4.
  it('does not read onSnapshot, which is not compared', () => {
    const onSnapshot = "onSnapshot: { guard: 'isGood', actions: 'note' },"
    const text = soundText.replace("src: 'ask',", `src: 'ask', ${onSnapshot}`)
    const observing = createMachine({
      ...soundMachine.config,
      states: {
        ...soundMachine.config.states,
        asking: {
          ...soundMachine.config.states?.asking,
          invoke: {
            id: 'ask',
            src: 'ask',
            onSnapshot: { guard: 'isGood', actions: 'note' },
            onDone: [{ guard: 'isGood', target: 'done', actions: 'note' }, { target: 'pausing' }],
          },
        },
      },
    } as Parameters<typeof createMachine>[0])
    expect(JSON.stringify(extractConfig(text))).not.toContain('onSnapshot')
    expect(text).not.toBe(soundText)
    expect(extractorDifferences('machines/a.ts', text, observing)).toEqual([])
    const faulty = text.replace("actions: 'note' }, { target: 'pausing' }", "actions: no.note }, { target: 'pausing' }")
    expect(extractorDifferences('machines/a.ts', faulty, observing)).toHaveLength(1)
  })
})
