/** docs/requirements.md and the machines name the same requirements. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine } from 'xstate'
import { describe, expect, it } from 'vitest'
import { loadMachines } from '../../tools/stately/loadMachines.ts'
import { requirementMismatches, readRequirements } from './requirements.ts'

const machines = await loadMachines()
const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'requirements.md'), 'utf8')

describe('the requirements', () => {
  it('can be read, each under a name of its own', () => {
    const { requirements, problems: faults } = readRequirements(page)
    expect(faults).toEqual([])
    expect(requirements.length).toBeGreaterThan(80)
  })
  it('are named by the machines that serve them, and no others are', () => {
    expect(requirementMismatches(readRequirements(page).requirements, machines)).toEqual([])
  })
  it('are refused where a line can not be read', () => {
    const lines = ['- **`a.one`** Text.', '- a.two Text.', '- **`two`** Text.', '- **`a.one`** Text.', 'Words.']
    expect(readRequirements(lines.join('\n')).problems).toEqual([
      'docs/requirements.md:2 is no requirement: write - **`area.name`** text',
      "docs/requirements.md:3 'two' is no name: write area.name",
      "docs/requirements.md:4 'a.one' stands there twice",
    ])
  })
  it('are refused where page and machines disagree', () => {
    const { requirements } = readRequirements(
      ['- **`a.one`** Text.', '- **`a.view`** Text. _(outside the machines)_', '- **`a.lost`** Text.'].join('\n'),
    )
    expect(requirements.map(({ text, isServedByMachine: isMachines }) => [text, isMachines])).toEqual([
      ['Text.', true],
      ['Text.', false],
      ['Text.', true],
    ])
    const machine = createMachine({
      id: 'm',
      initial: 's',
      states: {
        s: {
          meta: { requirement: ['a.one', 'a.gone'] },
          on: { go: { target: 's', meta: { requirement: 'a.view' } } },
        },
      },
    })
    const idle = createMachine({ id: 'idle' })
    expect(
      requirementMismatches(requirements, [
        { name: 'm', machine },
        { name: 'idle', machine: idle },
      ]),
    ).toEqual([
      "machines/m.ts, state 's': docs/requirements.md has no 'a.gone'. Write it there, or mend the name.",
      "machines/m.ts, state 's', on 'go': docs/requirements.md says that 'a.view' is outside the machines. Take that off it.",
      'machines/idle.ts serves no requirement. Name one of docs/requirements.md in the meta of a state, and write it there ' +
        'if it is new.',
      "docs/requirements.md:3 'a.lost' is served by no machine. Name it in the meta of the state that serves it, or end " +
        'its line in _(outside the machines)_.',
    ])
  })
})
