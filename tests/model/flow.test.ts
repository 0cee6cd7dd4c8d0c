/** A flow that lacks something says what, and what to do. */
import { describe, expect, it } from 'vitest'
import { flow, lacks, type Flow } from '../browser/flow.ts'
import * as planted from './planted.ts'

const nothing = () => Promise.resolve()
const whole = {
  open: nothing,
  events: { 'form.submit': nothing, go: nothing, back: nothing },
  outcomes: { wait: nothing },
  states: {
    'form.editing': nothing,
    'form.empty': nothing,
    'form.sending': nothing,
    'form.resting': nothing,
    'lamp.off': nothing,
    'lamp.on': nothing,
  },
}
type Config = typeof whole & { notInBrowser?: Record<string, string> }
const flowOf = (config: Config): Flow => flow(planted.sound, config)
const without = <T extends object>(table: T, key: keyof T): T =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== key)) as T

describe('a flow', () => {
  it('lacks nothing when all can be caused and seen; a state that is only passed needs no look', () => {
    expect(lacks(flowOf(whole))).toEqual([])
  })

  it.each([
    [
      'a state of the screen that nobody looks at',
      { ...whole, states: without(whole.states, 'form.resting') },
      "The flow of sound does not say what is to be seen in 'form.resting'.",
    ],
    [
      'an event that nobody causes',
      { ...whole, events: without(whole.events, 'back') },
      "The flow of sound has no event for 'back'. Say how it is made to happen, or why it can't be, in notInBrowser.",
    ],
    [
      'an answer that nobody gives',
      { ...whole, outcomes: without(whole.outcomes, 'wait') },
      "The flow of sound has no outcome for 'wait done / granted'. Say how it is made to happen, or why it can't be, in notInBrowser.",
    ],
    [
      'a state that is gone',
      { ...whole, states: { ...whole.states, 'form.gone': nothing } },
      "The flow of sound tells what is to be seen in 'form.gone', which is no state.",
    ],
    [
      'a reason for what is not there',
      { ...whole, notInBrowser: { 'wait snapshot': 'It never tells.' } },
      "The flow of sound leaves out 'wait snapshot', which its model does not have.",
    ],
  ])('tells %s', (_, config, sentence) => {
    expect(lacks(flowOf(config))).toContain(sentence)
  })
})
