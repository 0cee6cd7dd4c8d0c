/** Parses the exported files and compares them with the machines. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { createMachine } from 'xstate'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readDiagram, unescapeMermaid } from '../readDiagram.ts'
import { machineJson, machineModule } from '../machineJson.ts'
import { loadMachines } from '../loadMachines.ts'
import { toMermaid, escapeMermaid } from '../mermaid.ts'
import { soundMachine } from './soundMachine.ts'
import { shapeOf } from '../shape.ts'
import { extractorDifferences } from '../statelyExtractor.ts'

const machines = await loadMachines()
const run = promisify(execFile)

// Stately's extractor warns about each function that it skips.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))

describe.each(machines)('the export of $name', ({ name, machine }) => {
  const json = JSON.parse(JSON.stringify(machineJson(machine))) as Parameters<typeof createMachine>[0]

  it('is the same chart as JSON', () => {
    expect(shapeOf(createMachine(json))).toEqual(shapeOf(machine))
  })

  it("is the same chart as a module that Stately's extractor reads", () => {
    expect(extractorDifferences(`${name}.js`, machineModule(name, machineJson(machine)), machine)).toEqual([])
  })

  it('is the same chart as a Mermaid diagram', () => {
    const { states, arrows, initialStates: begins, finalStates: ends } = readDiagram(toMermaid(machine))
    const shapes = [...shapeOf(machine).values()]
    const below = shapes.filter(({ path }) => path !== '(machine)')
    const isDrawn = ({ path }: { path: string }) => path !== '(machine)' || states.has(machine.id)
    const id = (path: string) => (path === '(machine)' ? machine.id : [machine.id, ...path.split('.')].join('_'))
    const above = (path: string) => path.split('.').slice(0, -1).join('.') || '(machine)'
    expect([...states.keys()].sort()).toEqual(
      shapes
        .filter(isDrawn)
        .map(({ path }) => id(path))
        .sort(),
    )
    for (const { path, type, description } of below) {
      const drawn = states.get(id(path))
      expect(drawn?.name).toBe(path.split('.').at(-1))
      expect(drawn?.within).toBe(states.has(id(above(path))) ? id(above(path)) : '')
      expect(ends.has(id(path))).toBe(type === 'final')
      if (type === 'atomic' || type === 'final') expect(drawn?.description).toBe(description)
    }
    for (const { path, initial, type } of shapes) {
      const place = isDrawn({ path }) ? id(path) : ''
      expect(begins.get(place)).toBe(initial === undefined ? undefined : id(initial))
      const regions = below
        .filter((child) => above(child.path) === path)
        .map((child) => states.get(id(child.path))?.region)
      if (type === 'parallel') expect(regions).toEqual(regions.map((_, i) => i))
      else expect(new Set(regions).size).toBeLessThan(2)
    }
    const wanted = shapes.flatMap(({ path, transitions }) =>
      transitions.flatMap(({ targets, guard, actions }) =>
        (targets.length > 0 ? targets : [path]).map((target) => ({
          from: id(path),
          to: id(target),
          suffix: [...(guard ? [`[${guard}]`] : []), ...(actions.length > 0 ? [`/ ${actions.join(', ')}`] : [])].join(
            ' ',
          ),
        })),
      ),
    )
    expect(arrows.map(({ from, to }) => ({ from, to }))).toEqual(wanted.map(({ from, to }) => ({ from, to })))
    arrows.forEach(({ label }, i) => expect(label.endsWith(wanted[i]?.suffix ?? ' none')).toBe(true))
  })
})

describe('the JSON of a machine', () => {
  it('contains names, params that are data, and metadata, but no functions', () => {
    const machine = createMachine({
      id: 'a',
      context: { user: undefined, losses: 0 },
      initial: 'b',
      states: {
        b: {
          meta: { requirement: 'area.name' },
          entry: [
            { type: 'note', params: { word: 'x' } },
            { type: 'forget', params: () => ({}) },
          ],
          on: { go: { guard: { type: 'isGood', params: { of: 1 } }, target: 'b', reenter: true } },
        },
      },
    })
    expect(machineJson(machine)).toEqual({
      id: 'a',
      context: { losses: 0 },
      initial: 'b',
      states: {
        b: {
          meta: { requirement: 'area.name' },
          entry: [{ type: 'note', params: { word: 'x' } }, 'forget'],
          on: { go: { guard: { type: 'isGood', params: { of: 1 } }, target: 'b', reenter: true } },
        },
      },
    })
  })
})

describe('a text in a Mermaid diagram', () => {
  it('is shown unchanged', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme-ascii' }).map((drawn) => drawn.replace(/\s+/g, ' ').trim())
    fc.assert(
      fc.property(text, (drawn) => {
        expect(unescapeMermaid(escapeMermaid(drawn))).toBe(drawn)
      }),
    )
  })
  const troublesome = [
    ...['a : b', 'a "b"', '<b>', '100 %%', 'a --> b', 'a--', '#35', 'a; b', 'x ::: y', 'a { b }'],
    ...['direction LR', 'in either Direction  tb of it', 'redirection rlx', 'direction\tBT'],
    ...['[[fork]]', 'a [[Join]] b', '<<choice>>', 'style a fill:#fff;', '%%{init: {}}%%'],
    ...['1. first', '2) second', '- one', '+ one', '* one', '# head', '> said', '```', '~~~', '---', '==='],
    ...['*b*', '__b__', '~~s~~', '$$x$$', 'a\\nb', '[a](b)', 'www.a.example', 'a@b.example', '|a|', '^', 'ﬂ°°35¶ß'],
  ]
  it.each(troublesome)('is rejected with an unescaped %s', (text) => {
    expect(() => unescapeMermaid(text)).toThrow('Mermaid would read')
    expect(unescapeMermaid(escapeMermaid(text))).toBe(text.replace(/\s+/g, ' '))
  })
  const harmless = ['note that a class ends', 'default', 'state', 'accTitle', 'as, end / [isGood]', 'a - b (c) = 1.5?']
  it.each(harmless)('is not escaped unnecessarily: %s', (text) => {
    expect(escapeMermaid(text)).toBe(text)
  })
  it('is escaped in names, descriptions and labels', () => {
    const texts = [...troublesome, ...harmless].map((text) => text.replace(/\s+/g, ' '))
    const states = texts.map((description, i): [string, object] => [
      // State keys cannot contain a dot or #, which are part of a target.
      description.replace(/[.#]/g, '!'),
      { description, on: { [`event${i}`]: { actions: description } } },
    ])
    const drawn = readDiagram(
      toMermaid(createMachine({ id: 'texts', initial: states[0]?.[0] ?? '', states: Object.fromEntries(states) })),
    )
    expect([...drawn.states.values()].map(({ description }) => description)).toEqual(texts)
    expect([...drawn.states.values()].map(({ name }) => name)).toEqual(states.map(([name]) => name))
    expect(drawn.arrows.map(({ label }) => label)).toEqual(texts.map((text, i) => `event${i} / ${text}`))
  })
  it.each(['note', 'Default', 'scale', 'classDef', 'class', 'style', 'click', 'state', 'stateDiagram', 'accTitle'])(
    'does not use the keyword %s as an id',
    (word) => {
      // A machine with transitions of the root is drawn as a state with the id of the machine.
      const machine = createMachine({ id: word, on: { go: '.done' }, initial: 'done', states: { done: {} } })
      expect([...readDiagram(toMermaid(machine)).states.keys()]).toEqual([`${word}_`, `${word}_done`])
      expect(() => readDiagram(toMermaid(machine).replaceAll(`${word}_ `, `${word} `))).toThrow('Mermaid would read')
    },
  )
  const drawing = toMermaid(soundMachine)
  it.each([
    ['an arrow inside of a state', 'state "x" as x {\n state "y" as y\n y --> y : go\n }'],
    ['a state drawn twice', 'state "done" as a_done'],
    ['an arrow to an undeclared state', 'a_done --> a_gone : go'],
    ["one of Mermaid's words", 'state "note" as note'],
    ['an extra closing brace', '}'],
    ['a missing closing brace', 'state "x" as x {'],
    ['regions outside of a state', '--'],
    ['something else', 'a_done -> a_done'],
  ])('is rejected with %s', (_, line) => {
    expect(readDiagram(drawing).states.size).toBe(3)
    expect(() => readDiagram(drawing + line)).toThrow()
  })
})

describe('npm run machines:export', () => {
  const cli = (...args: string[]) =>
    run(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '..', 'export.ts'), ...args])

  it('writes three files for each machine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'charts-'))
    const { stdout } = await cli('--out', folder)
    expect(stdout).toContain(`${machines.length} machines`)
    const files = machines.flatMap(({ name }) => [`${name}.js`, `${name}.json`, `${name}.mmd`])
    expect((await readdir(folder)).sort()).toEqual(files.sort())
    for (const { name, machine } of machines) {
      expect(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))).toEqual(machineJson(machine))
      expect(await readFile(join(folder, `${name}.mmd`), 'utf8')).toBe(toMermaid(machine))
    }
    await rm(folder, { recursive: true })
  })
  it('suggests a name for a misspelled one', async () => {
    await expect(cli('signin')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('signIn') })
  })
})
