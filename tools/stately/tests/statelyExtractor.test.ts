/** Every machine opens in Stately Studio and its extension as it is: nothing of the chart is lost on the way. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyStateMachine } from 'xstate'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadMachines, MACHINES } from '../loadMachines.ts'
import { extractorDifferences } from '../statelyExtractor.ts'
import { soundMachine, seededFaults, soundText } from './seededFaults.ts'

const machines = await loadMachines()

// It tells of every function that it leaves out.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))

describe("Stately's own extractor", () => {
  it.each(machines)('carries all of machines/$name.ts', ({ name, machine }) => {
    const text = readFileSync(join(MACHINES, `${name}.ts`), 'utf8')
    expect(extractorDifferences(`machines/${name}.ts`, text, machine)).toEqual([])
  })

  it('carries all of a sound machine', () => {
    expect(extractorDifferences('machines/a.ts', soundText, soundMachine)).toEqual([])
  })

  it.each(seededFaults)('is seen to lose $fault', ({ text, sentence }) => {
    const machine: AnyStateMachine = soundMachine
    expect(text).not.toBe(soundText)
    expect(extractorDifferences('machines/a.ts', text, machine)).toEqual([sentence])
  })
})
