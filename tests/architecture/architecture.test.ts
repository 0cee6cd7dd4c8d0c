/** The architecture rules, applied to every file and tested on examples. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assign, createMachine, fromPromise, type AnyStateMachine } from 'xstate'
import { describe, expect, it } from 'vitest'
import { generateCallList } from '../../openapi/generateCallList.mjs'
import { machineEntries } from '../../tools/atlas/machines.ts'
import { isMachineFile, missingFiles, missingInAtlas } from './requiredFiles.ts'
import { lengthAndPurityProblems, machineFileProblems, machineProblems } from './machineRules.ts'
import { registryUrls, isAllowedLicense, forbiddenLicenses, type Lock } from './packageRules.ts'
import { readChart } from '../../tools/model-testing/chart.ts'
import { forbiddenImports, layers } from './forbiddenImports.ts'
import { incompleteStateTables, type StatesByMachine } from './stateTables.ts'
import { listFiles, root, readSources, type Source } from './sources.ts'
import {
  brandNames,
  genericFileNames,
  directStorage,
  effectsThatSendEvents,
  longFiles,
  missingClasses,
  rawHtml,
  silencedChecks,
  unnamedWaits,
  wholeSnapshots,
} from './sourceRules.ts'

const allSources = readSources()
const checkedSources = allSources.filter(({ path }) => !path.startsWith('tests/architecture/'))
const appSources = allSources.filter(({ path }) => path.startsWith('src/'))
const machineSources = allSources.filter(({ path }) => isMachineFile(path))
const setupSources = allSources.filter(({ path }) => /^machines\/.*\.setup\.ts$/.test(path))
const applyRule = (rule: (source: Source) => string[], list: readonly Source[]): string[] => list.flatMap(rule)
const sourceWith = (path: string, text: string): Source => ({ path, text })

describe('docs/host.md', () => {
  it('lists the calls of the contract (npm run contract:types)', async () => {
    expect(readFileSync(join(root, 'docs', 'host.md'), 'utf8')).toBe(await generateCallList())
  })
})

describe('layers', () => {
  it('import only what their rule allows', () => {
    expect(applyRule(forbiddenImports, allSources)).toEqual([])
  })
  it('are listed in CONTRIBUTING.md with the same rules', () => {
    const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `([\w/-]+)\/` +\|[^|]*\| (.*?) +\|$/gm)].map(([, name, rule]) => [name, rule])
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(layers.map(({ name, mayImport }) => [name, mayImport])))
  })
  it.each([
    ['machines/a.ts', "import { useState } from 'react'"],
    ['machines/a.ts', "import { signInMachine } from './signIn.ts'"],
    ['machines/a.ts', "import { signInSetup } from './signIn.setup.ts'"],
    ['machines/a.ts', "const host = await import('../src/api/client.ts')"],
    ['src/api/a.ts', "import { createActor } from 'xstate'"],
    ['src/actors/a.ts', "import { signInMachine } from '../../machines/signIn.ts'"],
    ['src/actors/a.ts', "import { useState } from 'react'"],
    ['src/ui/A.tsx', "import { type Session } from '../../machines/session.ts'"],
    ['src/ui/A.tsx', "export * from '../actors/host.ts'"],
    ['src/screens/a/A.tsx', "import { hostActors } from '../../actors/host.ts'"],
    ['src/screens/a/A.tsx', "import { B } from '../b/B.tsx'"],
    ['src/dialogs/a/provide.ts', "import { B } from '../../screens/b/B.tsx'"],
    ['server/edge/a.ts', "import { paths } from '../../src/app/paths.ts'"],
    ['src/app/main.ts', "const atlas = await import('../../tools/atlas/Atlas.tsx')"],
    ['src/screens/a/A.tsx', "import { readGraph } from '../../../tools/atlas/graph.ts'"],
    ['tools/atlas/a.ts', "import { hostActors } from '../../src/actors/host.ts'"],
    ['tools/atlas/a.ts', "import { signInMachine } from '../../machines/signIn.ts'"],
    ['tools/atlas/a.ts', "import { loadModel } from '../../tests/atlas/models.ts'"],
    ['tools/contract/a.ts', "import { createEdge } from '../../server/edge/index.ts'"],
    ['tools/model-testing/a.ts', "import { signInMachine } from '../../machines/signIn.ts'"],
    ['tools/model-testing/a.ts', "import fc from 'fast-check'"],
    ['tools/model-testing/tests/a.test.ts', "import { loadModels } from '../../../tests/paths/loadModels.ts'"],
    ['src/app/a.ts', "import { Coverage } from '../../tools/model-testing/index.ts'"],
  ])('%s may not import: %s', (path, text) => {
    expect(forbiddenImports(sourceWith(path, text))).toHaveLength(1)
  })
  it.each([
    ['machines/a.ts', "import { assign } from 'xstate'\nimport { type Session } from './session.ts'"],
    ['machines/a.ts', "import { aSetup } from './a.setup.ts'"],
    [
      'src/screens/a/A.tsx',
      "import { signInMachine } from '../../../machines/signIn.ts'\nimport { Part } from './Part.tsx'",
    ],
    ['src/screens/a/provide.ts', "import { hostActors } from '../../actors/host.ts'"],
    ['tools/model-testing/tests/a.test.ts', "import { it } from 'vitest'\nimport { TestModel } from 'xstate/graph'"],
    [
      'tools/atlas/a.ts',
      "import { readChart } from '../model-testing/chart.ts'\nimport ELK from 'elkjs/lib/elk-api.js'",
    ],
  ])('%s may import: %s', (path, text) => {
    expect(forbiddenImports(sourceWith(path, text))).toEqual([])
  })
})

describe('docs/flows.md', () => {
  it('lists every machine once, with a view that exists', () => {
    const page = readFileSync(join(root, 'docs', 'flows.md'), 'utf8')
    const rows = [...page.matchAll(/^\| [^|]+ \| `(\w+)` +\| `([\w/]+)` +\|$/gm)]
    expect(rows.map(([, name]) => `machines/${name}.ts`).sort()).toEqual(machineSources.map(({ path }) => path).sort())
    expect(rows.map(([, , view = '']) => view).filter((view) => !existsSync(join(root, view)))).toEqual([])
  })
})

describe('machines', () => {
  it('are one file each, inline, pure and within the length limit', () => {
    expect(machineSources.length).toBeGreaterThan(0)
    expect(applyRule(machineFileProblems, machineSources)).toEqual([])
    expect(applyRule(lengthAndPurityProblems, setupSources)).toEqual([])
  })
  const good = "export const aMachine = setup({}).createMachine({ id: 'a', initial: 'b', states: { b: {} } })\n"
  it.each([
    ['two machines', good + good.replace('aMachine', 'bMachine')],
    ['another name', good.replace('aMachine', 'other')],
    ['a statement after the machine', `${good}export const more = 1\n`],
    ['Date.now', good.replace('states', 'output: () => Date.now(), states')],
    ['Math.random', good.replace('states', 'output: () => Math.random(), states')],
    ['new Date', good.replace('states', 'output: () => new Date(), states')],
    ['sendParent', `import { sendParent } from 'xstate'\n${good}`],
    ['systemId', good.replace('b: {}', "b: { invoke: { src: 'x', systemId: 'y' } }")],
    ['states from elsewhere', good.replace('{ b: {} }', 'parts')],
    ['a spread', good.replace('b: {}', '...parts')],
    ['a computed key', good.replace('b: {}', '[key]: {}')],
    ['a configuration from elsewhere', 'export const aMachine = setup({}).createMachine(config)\n'],
    ['251 lines', '//\n'.repeat(250) + good],
  ])('are rejected with %s', (_, text) => {
    expect(machineFileProblems(sourceWith('machines/a.ts', good))).toEqual([])
    expect(machineFileProblems(sourceWith('machines/a.ts', text))).toHaveLength(1)
  })

  it('have a model and a page driver', () => {
    expect(missingFiles(allSources)).toEqual([])
  })
  const complete = [
    sourceWith('machines/a.ts', ''),
    sourceWith('tests/machines/a.model.ts', "import { aMachine } from '../../machines/a.ts'"),
    sourceWith('tests/e2e/drivers/a.driver.ts', "import model from '../../machines/a.model.ts'"),
  ]
  const driverPath = 'tests/e2e/drivers/a.driver.ts'
  const without = (path: string) => complete.filter((source) => source.path !== path)
  it.each([
    [without('tests/machines/a.model.ts'), ['machines/a.ts has no model: write tests/machines/a.model.ts']],
    [without(driverPath), [`machines/a.ts has no page driver: write ${driverPath}`]],
    [
      [...complete, sourceWith('tests/e2e/drivers/b.driver.ts', '')],
      ['tests/e2e/drivers/b.driver.ts belongs to no machine: machines/b.ts does not exist'],
    ],
    [
      [...without(driverPath), sourceWith(driverPath, "import model from '../../machines/b.model.ts'")],
      [`${driverPath} does not drive the model of machines/a.ts: it does not import it`],
    ],
    [
      [...without('tests/machines/a.model.ts'), sourceWith('tests/machines/a.model.ts', '')],
      ['tests/machines/a.model.ts is not the model of machines/a.ts: it does not import it'],
    ],
    [complete, []],
  ])('are reported if a file is missing (%#)', (sources, problems) => {
    expect(missingFiles(sources)).toEqual(problems)
  })

  it('are part of the atlas', () => {
    const names = machineSources.map(({ path }) => path.replace(/^machines\/|\.ts$/g, ''))
    const drawn = machineEntries.map(({ name }) => name)
    expect(missingInAtlas(names, drawn)).toEqual([])
    expect(missingInAtlas(['a', 'b'], ['b'])).toEqual([
      'machines/a.ts is not in the atlas: tools/atlas/machines.ts finds a machine by its export, so export aMachine, made by createMachine',
    ])
  })

  it.each(machineSources.map(({ path }) => path))(
    '%s names its actions, guards, actors and delays, and describes its states',
    async (path) => {
      const name = path.replace(/^machines\/|\.ts$/g, '')
      const module = (await import(join(root, path))) as Record<string, AnyStateMachine>
      const machine = module[`${name}Machine`]
      expect(machine, `${name}Machine`).toBeDefined()
      expect(machineProblems(machine as AnyStateMachine, name)).toEqual([])
    },
  )
  it('are rejected with a wrong id, a state without description, inline parts, an unnamed delay, a persisted delay', () => {
    const wrong = createMachine({
      id: 'wrong',
      initial: 'bare',
      states: {
        bare: {
          entry: assign({}),
          invoke: { src: fromPromise(() => Promise.resolve(1)) },
          on: { go: { guard: () => true, target: 'stored', actions: () => undefined } },
          after: { 500: 'stored' },
        },
        stored: { description: 'Restored after a reload.', tags: ['persisted'], after: { long: 'bare' } },
      },
    })
    expect(machineProblems(wrong, 'right')).toEqual([
      "right: its id is 'wrong', not the name of its file",
      "right, 'bare' has no description",
      "right, 'bare' has an inline action on entry: give it a name in setup",
      "right, 'bare' has an inline action on 'go': give it a name in setup",
      "right, 'bare' has an inline guard on 'go': give it a name in setup",
      "right, 'bare' invokes an inline actor: give it a name in setup",
      "right, 'bare' invokes an actor without an id: paths name its outcomes by the id",
      "right, 'bare' waits 500 ms: give the delay a name in setup",
      "right, 'stored' is persisted and has an 'after': invoke an actor with a deadline instead",
    ])
  })
})

describe('tables by state', () => {
  const statesOf = async (): Promise<StatesByMachine> => {
    const pairs = machineSources.map(async ({ path }) => {
      const name = path.replace(/^machines\/|\.ts$/g, '')
      const module = (await import(join(root, path))) as Record<string, AnyStateMachine>
      const machine = module[`${name}Machine`]
      return [name, machine ? [...readChart(machine).states.keys()] : []] as const
    })
    return Object.fromEntries(await Promise.all(pairs))
  }
  it('have an entry for every state', async () => {
    const states = await statesOf()
    const views = appSources.filter(({ path }) => /^src\/(screens|dialogs|features)\//.test(path))
    expect(views.flatMap((view) => incompleteStateTables(view, states))).toEqual([])
    // Without `satisfies`, the tables are reported.
    const untyped = views.map(({ path, text }) => sourceWith(path, text.replace(/ satisfies Record<.*$/gm, '')))
    expect(untyped.flatMap((view) => incompleteStateTables(view, states)).length).toBeGreaterThan(3)
  })
  const view = (text: string) =>
    sourceWith('src/screens/a/A.tsx', `import { type aMachine } from '../../../machines/a.ts'\n${text}\n`)
  const states = { a: ['open', 'open.empty', 'open.refused', 'sent'] }
  it.each([
    ["const texts = { open: 'Open', sent: 'Sent' }", 'a new state compiles without an entry'],
    ["const texts = { empty: '', refused: 'No' } as const", 'a new state compiles without an entry'],
    [
      "const texts = { open: 'Open', sent: 'Sent' } satisfies Partial<Record<State, string>>",
      'Partial<Record<State, string>> allows missing entries',
    ],
  ])('are rejected as: %s', (text, why) => {
    const [found = '', ...more] = incompleteStateTables(view(text), states)
    expect(found).toContain(why)
    expect(found).toContain("end the table with 'satisfies Record<…>' over StateValueFrom<typeof aMachine>")
    expect(more).toEqual([])
  })
  it.each([
    "const texts = { open: 'Open', sent: 'Sent' } as const satisfies Record<State, string>",
    "const texts: Record<State, string> = { open: 'Open', sent: 'Sent' }",
    'const size = { open: 3, width: 4 }',
    'const one = { open: true }',
  ])('are accepted as: %s', (text) => {
    expect(incompleteStateTables(view(text), states)).toEqual([])
  })
})

describe('every file', () => {
  it('disables no check, skips no test and contains no unfinished work', () => {
    expect(applyRule(silencedChecks, checkedSources)).toEqual([])
  })
  it.each([
    'const a = b as any',
    'const a: any = 1',
    'const a = f<any>(1)',
    '// @ts-expect-error',
    '/* eslint-disable */',
    '/* oxlint-disable */',
    '// TODO: later',
    "it.only('x', f)",
    "test.describe.skip('x', f)",
    'await page.waitForTimeout(100)',
  ])('is rejected with: %s', (text) => {
    expect(silencedChecks(sourceWith('src/a.ts', text))).toHaveLength(1)
  })
  it('names each wait of a browser test that is longer than eight seconds', () => {
    const isChecked = ({ path }: Source) => path.startsWith('tests/e2e/') && !/\.config\.ts$/.test(path)
    const browserTests = checkedSources.filter(isChecked)
    expect(applyRule(unnamedWaits, browserTests)).toEqual([])
    const found = unnamedWaits(sourceWith('tests/e2e/a.ts', 'f({ timeout: 8_001 })'))
    expect(found).toEqual(["tests/e2e/a.ts:1 waits with 'timeout: 8_001': name the wait in tests/e2e/waits.ts"])
    expect(unnamedWaits(sourceWith('tests/e2e/a.ts', 'f({ timeout: 8_000 })'))).toEqual([])
  })
  it('has a descriptive name', () => {
    expect(listFiles().flatMap((path) => genericFileNames({ path, text: '' }))).toEqual([])
    expect(genericFileNames(sourceWith('src/utils.ts', ''))).toHaveLength(1)
    expect(genericFileNames(sourceWith('src/helpers/date.ts', ''))).toHaveLength(1)
  })
})

describe('the application', () => {
  it('has no file of more than 300 lines', () => {
    expect(applyRule(longFiles, appSources)).toEqual([])
    expect(longFiles(sourceWith('src/a.ts', '//\n'.repeat(300)))).toEqual([])
    expect(longFiles(sourceWith('src/a.ts', '//\n'.repeat(301)))).toHaveLength(1)
  })
  it('never turns text of the host into markup or code', () => {
    expect(applyRule(rawHtml, appSources)).toEqual([])
  })
  it.each([
    'element.innerHTML = text',
    'const a = <p dangerouslySetInnerHTML={{ __html: text }} />',
    "element['outerHTML'] = text",
    'document.write(text)',
    'eval(text)',
    'new Function(text)',
  ])('is rejected with: %s', (text) => {
    expect(rawHtml(sourceWith('src/A.tsx', text)).length).toBeGreaterThan(0)
  })

  const components = appSources.filter(({ path }) => path !== 'src/app/configuration.ts')
  it('contains no brand name or external URL outside its configuration', () => {
    expect(applyRule(brandNames, components)).toEqual([])
  })
  it.each([
    "const a = 'https://example.com'",
    'const a = <h1>Statecast</h1>',
    'const a = `Dashboard · Statecast ${b}`',
  ])('is rejected with: %s', (text) => {
    expect(brandNames(sourceWith('src/A.tsx', text))).toHaveLength(1)
  })

  it('uses only classes that its style sheets define', () => {
    const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
    expect(appSources.flatMap((source) => missingClasses(source, read))).toEqual([])
    const view = sourceWith('src/A.tsx', "import classes from './A.module.css'\n<p className={classes.large} />")
    expect(missingClasses(view, () => '.small { color: red }')).toHaveLength(1)
    expect(missingClasses(view, () => undefined)).toHaveLength(1)
    expect(missingClasses(view, () => '.large { color: red }')).toEqual([])
  })

  it('sends no events to actors from an effect', () => {
    expect(applyRule(effectsThatSendEvents, appSources)).toEqual([])
    expect(
      effectsThatSendEvents(sourceWith('src/A.tsx', "useEffect(() => { actor.send({ type: 'go' }) }, [actor])")),
    ).toHaveLength(1)
    const subscription = "useEffect(() => { addEventListener('focus', () => actor.send({ type: 'focus' })) }, [actor])"
    expect(effectsThatSendEvents(sourceWith('src/A.tsx', subscription))).toEqual([])
  })

  it('selects only the values of an actor that it shows', () => {
    expect(applyRule(wholeSnapshots, appSources)).toEqual([])
    expect(wholeSnapshots(sourceWith('src/A.tsx', 'useSelector(actor, (snapshot) => snapshot.value)'))).toEqual([])
  })
  it.each(['useSelector(actor, (snapshot) => snapshot)', 'useMachine(machine)', 'useActor(machine)'])(
    'is rejected with: %s',
    (text) => {
      expect(wholeSnapshots(sourceWith('src/A.tsx', text))).toHaveLength(1)
    },
  )

  it('stores values with the storage helper only', () => {
    expect(applyRule(directStorage, appSources)).toEqual([])
    expect(directStorage(sourceWith('src/app/a.ts', "window.localStorage.setItem('a', '1')"))).toHaveLength(1)
  })
})

describe('the packages', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const licenseOf = (path: string): string | undefined => {
    const file = join(root, path, 'package.json')
    if (!existsSync(file)) return undefined
    const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: string | { type?: string } }
    return typeof license === 'string' ? license : license?.type
  }
  it('have licenses that a closed product may use', () => {
    expect(forbiddenLicenses(lock, licenseOf)).toEqual([])
  })
  it('are rejected with a copyleft license, or none', () => {
    const packages = {
      'node_modules/a': { license: 'GPL-3.0-only' },
      'node_modules/b': {},
      'node_modules/c': { license: 'MIT' },
    }
    expect(forbiddenLicenses({ packages }, () => undefined)).toEqual([
      'a is under GPL-3.0-only',
      'b is under no declared license',
    ])
    expect([
      isAllowedLicense('(MIT OR GPL-3.0)'),
      isAllowedLicense('MIT AND AGPL-3.0'),
      isAllowedLicense('LGPL-2.1'),
    ]).toEqual([true, false, false])
  })
  it('are locked without registry addresses', () => {
    expect(registryUrls(lock)).toEqual([])
    expect(
      registryUrls({ packages: { 'node_modules/a': { resolved: 'https://registry.example/a.tgz' } } }),
    ).toHaveLength(1)
  })
})
