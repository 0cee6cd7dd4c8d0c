/** The machines and the tests name the requirements of docs/requirements.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine } from 'xstate'
import { describe, expect, it } from 'vitest'
import { loadMachines } from '../../tools/stately/loadMachines.ts'
import { readRequirements } from '../atlas/requirements.ts'
import { requirementMismatches } from './requirements.ts'
import { readRequirementTests, requirementsNamedBy, requirementTestProblems } from './requirementTests.ts'
import { sentencesOf } from './sentences.ts'
import { readSources } from './sources.ts'

const machines = await loadMachines()
const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'requirements.md'), 'utf8')

describe('the requirements', () => {
  it('can be parsed and have unique names', () => {
    const { requirements, problems } = readRequirements(page)
    expect(problems).toEqual([])
    expect(requirements.length).toBeGreaterThan(80)
  })
  it('match the names in the machines', () => {
    expect(requirementMismatches(readRequirements(page).requirements, machines)).toEqual([])
  })
  it('are each one sentence and named by a test', () => {
    const { requirements } = readRequirements(page)
    expect(requirementTestProblems(requirements, readRequirementTests(readSources()))).toEqual([])
  })
  it('are read from the options and the tables of tests', () => {
    const text = `
      describe('a form', { tags: ['a.one'] }, () => {
        it.each([1])('of %s', { tags: 'a.two' }, () => undefined)
        it('is open', { timeout: 1 }, () => undefined)
      })
      test(\`shows \${name}\`, { tag: ['@full', '@a.three'] }, () => undefined)
      testExamples(machine, { 'is sent': { requirement: ['a.four', 'a.one'], when: [], tags: ['busy'] } })
      createMachine({ states: { sent: { meta: { requirement: 'a.five' } } } })
      other('x', { tags: ['a.six'] }, () => undefined)
    `
    const found = requirementsNamedBy({ path: 'tests/a.test.ts', text })
    expect(found.map(({ requirement, line, title }) => [requirement, line, title])).toEqual([
      ['a.one', 2, 'a form'],
      ['a.two', 3, 'a form › of %s'],
      ['a.three', 6, 'shows ${name}'],
      ['a.four', 7, 'is sent'],
      ['a.one', 7, 'is sent'],
    ])
  })
  it('report a requirement without a test, and a name that is no requirement', () => {
    const { requirements } = readRequirements('- **`a.one`** Text.\n- **`a.two`** Text.')
    const test = { file: 'tests/a.test.ts', line: 3, title: 'is open' }
    const tests = ['a.one', 'a.gone'].map((requirement) => ({ ...test, requirement }))
    expect(requirementTestProblems(requirements, tests)).toEqual([
      "docs/requirements.md:2 no test names 'a.two'. Name it in the options of a test that fails without it: " +
        "{ tags: ['a.two'] }, in tests/e2e { tag: '@a.two' }.",
      "tests/a.test.ts:3 docs/requirements.md has no 'a.gone'. Add it there, or correct the name.",
    ])
  })
  it('report a requirement of several sentences', () => {
    const { requirements } = readRequirements('- **`a.one`** It is open. It closes. _(outside the machines)_')
    const test = { file: 'tests/a.test.ts', line: 3, title: 'is open', requirement: 'a.one' }
    expect(requirementTestProblems(requirements, [test])).toEqual([
      "docs/requirements.md:1 'a.one' has another sentence: ‘It closes.’ Give it a line and a name of its own, and name it " +
        'at the test that fails without it.',
    ])
  })
  it.each([
    ['It is open; it closes after 0.3 s.'],
    ['It is open, e.g. on Monday, Tuesday etc. and Friday.'],
    ['It asks ‘Cancel it? You won’t be charged. Really!’ before it cancels the user’s plan.'],
    ['It says ‘It is open. You can watch.’'],
    ['A call of `npm run a. B` is made.'],
    ['It is open.', 'It closes.'],
    ['It says ‘It is open.’', 'It closes.'],
    ['Is it open?', '‘No’ closes it.'],
    ['It is open.', '/signin closes it.', '`me` opens it.', 'e.g. here.'],
  ])('are split into sentences: %s', (...sentences) => {
    expect(sentencesOf(sentences.join(' '))).toEqual(sentences)
  })
  it('report lines that cannot be parsed', () => {
    const lines = ['- **`a.one`** Text.', '- a.two Text.', '- **`two`** Text.', '- **`a.one`** Text.', 'Words.']
    expect(readRequirements(lines.join('\n')).problems).toEqual([
      'docs/requirements.md:2 is not a requirement: write - **`area.name`** text',
      "docs/requirements.md:3 'two' is not a name: write area.name",
      "docs/requirements.md:4 'a.one' is a duplicate",
    ])
  })
  it('report differences between page and machines', () => {
    const { requirements } = readRequirements(
      ['- **`a.one`** Text.', '- **`a.view`** Text. _(outside the machines)_', '- **`a.unserved`** Text.'].join('\n'),
    )
    expect(requirements.map(({ text, isServedByMachine }) => [text, isServedByMachine])).toEqual([
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
      "machines/m.ts, state 's': docs/requirements.md has no 'a.gone'. Add it there, or correct the name.",
      "machines/m.ts, state 's', on 'go': docs/requirements.md says that 'a.view' is outside the machines. Remove that note.",
      'machines/idle.ts serves no requirement. Name one of docs/requirements.md in the meta of a state, and write it there ' +
        'if it is new.',
      "docs/requirements.md:3 'a.unserved' is served by no machine. Name it in the meta of the state that serves it, or end " +
        'its line in _(outside the machines)_.',
    ])
  })
})
