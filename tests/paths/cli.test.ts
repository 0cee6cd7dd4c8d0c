import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
let folder = ''

/** Runs the command line as a child process. */
const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const cli = join(import.meta.dirname, 'cli.ts')
    const where = [
      '--machines',
      join(folder, 'machines'),
      '--models',
      join(folder, 'models'),
      '--reports',
      join(folder, 'reports'),
    ]
    execFile('node', ['--import', 'tsx', cli, ...args, ...where], { cwd: root }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err })
    })
  })

const machine = (name: string) =>
  `export { ${name} as default } from ${JSON.stringify(join(root, 'tools', 'model-testing', 'tests', 'seededFaults.ts'))}\n`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paths-'))
  await Promise.all([mkdir(join(folder, 'machines')), mkdir(join(folder, 'models'))])
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const name of ['late', 'family', 'trap', 'counting']) {
    await writeFile(join(folder, 'machines', `${name}.ts`), '')
    await writeFile(join(folder, 'models', `${name}.model.ts`), machine(name))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('npm run paths', () => {
  it('lists the machines', async () => {
    const { code, out } = await run()
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toMatch(/^machine +states +transitions +paths$/)
    expect(out).toMatch(/^family +6 +8 +\d+$/m)
  })

  it('prints the paths of a machine as steps', async () => {
    const { code, out } = await run('family', '--limit', '2')
    expect(code).toBe(0)
    expect(out).toContain('Path 1 of ')
    expect(out).toContain('Start: start. State: home.hall')
    expect(out).toMatch(/ {2}1\. (Open|Shut) the door\./)
    expect(out).toMatch(/\d+ more paths\. Raise the limit to print them\./)
  })

  it('prints the paths to a state, and the shortest paths', async () => {
    const to = await run('family', '--to', 'home.attic')
    expect(to).toMatchObject({ code: 0 })
    expect(to.out).toContain("to 'home.attic'")
    const shortest = await run('late', '--kind', 'shortest', '--json')
    const data = JSON.parse(shortest.out) as { list: { steps: { text: string }[] }[] }
    expect(data.list.some(({ steps }) => steps.some(({ text }) => text === '1 second passes.'))).toBe(true)
  })

  it('prints JSON', async () => {
    const { code, out } = await run('late', '--json', '--limit', '0')
    expect(code).toBe(0)
    const data = JSON.parse(out) as { machine: string; paths: number; left: number; list: unknown[] }
    expect(data).toMatchObject({ machine: 'late', left: 0 })
    expect(data.list).toHaveLength(data.paths)
  })

  it('estimates the number of paths of each kind', async () => {
    const { code, out } = await run('family', '--estimate')
    expect(code).toBe(0)
    expect(out).toMatch(/^simple +\d+ +every path without a repeated state$/m)
    const data = JSON.parse((await run('family', '--estimate', '--json')).out) as { kind: string; paths: number }[]
    expect(data.map(({ kind }) => kind)).toEqual(['transitions', 'shortest', 'pairs', 'simple', 'tours'])
  })

  it('writes a manual test script and a test to a file', async () => {
    const script = join(folder, 'scripts', 'family.md')
    const written = await run('family', '--as', 'markdown', '--out', script)
    expect(written).toMatchObject({ code: 0 })
    expect(written.out).toContain(`${script}: `)
    expect(await readFile(script, 'utf8')).toContain('| 1 | Ask. | **home.room** | ☐ |')
    // These machines have no page driver.
    const none = await run('family', '--as', 'playwright')
    expect(none.code).toBe(1)
    expect(none.err).toContain('family has no page driver.')
  })

  it('writes a browser test, with the reasons of the excluded paths', async () => {
    const args = ['--import', 'tsx', join(import.meta.dirname, 'cli.ts'), 'signIn', '--as', 'playwright']
    const out = execFileSync('node', args, { cwd: root, encoding: 'utf8' })
    expect(out).toContain("import { runPath } from './runPath.ts'")
    expect(out).toContain('// 1 path excluded (not possible in a browser): ')
    expect(out).toContain("await runPath(driver, page, server, 'the sign-in page', [")
  })

  it('prints the paths of a system in the same formats', () => {
    const cli = (...args: string[]): string =>
      execFileSync('node', ['--import', 'tsx', join(import.meta.dirname, 'cli.ts'), ...args, '--system'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    expect(cli('planChange', '--estimate')).toMatch(/^planChange and its actors: [\d,]+ states, .+ paths\n$/)
    const file = join(folder, 'planChange.md')
    expect(cli('planChange', '--to', 'payment/charging', '--as', 'markdown', '--out', file, '--limit', '2')).toMatch(
      /planChange\.md: 2 of \d+ paths/,
    )
    expect(() => cli('planChange', '--as', 'playwright')).toThrow('Command failed')
  })

  it('prints the coverage, and fails if something is not covered', async () => {
    const whole = await run('late', '--coverage')
    expect(whole.code).toBe(0)
    expect(whole.out).toMatch(/^late +6\/6 +– +5\/5 +– +0\/0 +– +15\/15 +– +0\/0 +–$/m)
    const all = await run('--coverage')
    expect(all.code).toBe(1)
    expect(all.out).toContain("trap can't leave 'pit'")
  })

  it('replays a random failure from its seed and run', async () => {
    const { code, out } = await run('counting', '--random', '300', '--seed', '7')
    expect(code).toBe(1)
    expect(out).toContain('4 steps): count → count → count → count')
    const [, seed = '', index = ''] = /--seed (\S+) --run (\S+)/.exec(out) ?? []
    const again = await run('counting', '--random', '300', '--seed', seed, '--run', index)
    expect(again.code).toBe(1)
    expect(again.out).toContain('4 steps): count → count → count → count')
  })

  it('prints the help', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    expect(out).toContain('Exit codes: 0 success, 1 a check failed, 2 invalid arguments.')
  })

  it.each([
    [['famly'], "There is no machine 'famly'. Did you mean 'family'?"],
    [['late', '--to', 'slow.c'], "There is no state of late 'slow.c'. Did you mean 'slow', 'slow.a', 'slow.b'?"],
    [['late', '--kind', 'shortset'], "There is no kind of paths 'shortset'. Did you mean 'shortest'?"],
    [['late', '--as', 'pdf'], "There is no format 'pdf'. There are 'text', 'markdown', 'playwright', 'json'."],
    [
      ['family', '--from', 'home.hal'],
      "There is no start or state of family 'home.hal'. Did you mean 'home', 'home.hall'?",
    ],
    [['--as', 'markdown'], '--as requires a machine'],
    [['late', '--limit', 'many'], "--limit requires an integer, not 'many'."],
    [['late', 'family'], "Only one machine is possible: remove 'family'."],
    [['--to', 'slow.a'], '--to requires a machine'],
    [['late', '--loud'], "Unknown option '--loud'"],
    [['late', '--random', '0'], '--random must be at least 1.'],
    [['late', '--run', '3'], '--run requires --seed.'],
    [['--kind', 'pairs'], '--kind requires a machine'],
    [['late', '--system', '--kind', 'simple'], '--system does not support --kind.'],
  ])('rejects invalid arguments: %j', async (args, message) => {
    const { code, out, err } = await run(...args)
    expect(err).toContain(message)
    expect(err).toContain('npm run paths -- --help')
    expect([code, out]).toEqual([2, ''])
  })
})
