import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathsCommand } from './pathsCommand.ts'

const root = join(import.meta.dirname, '..', '..')
let folder = ''

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' }
  const capture = (stream: 'out' | 'err') => (text: unknown) => {
    written[stream] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(capture('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(capture('err')),
  ]
  try {
    return { code: await pathsCommand(args), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs the command with the machines of the temporary folder. */
const runInFolder = (...args: string[]) => {
  const folders = ['machines', 'models', 'reports'].flatMap((name) => [`--${name}`, join(folder, name)])
  return run(...args, ...folders)
}

const machine = (name: string) =>
  `export { ${name} as default } from ${JSON.stringify(join(root, 'tools', 'model-testing', 'tests', 'seededFaults.ts'))}\n`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paths-'))
  await Promise.all([mkdir(join(folder, 'machines')), mkdir(join(folder, 'models'))])
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const name of ['twoDelays', 'nested', 'trap', 'brokenInvariant']) {
    await writeFile(join(folder, 'machines', `${name}.ts`), '')
    await writeFile(join(folder, 'models', `${name}.model.ts`), machine(name))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('npm run paths', () => {
  it('lists the machines', async () => {
    const { code, out } = await runInFolder()
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toMatch(/^machine +states +transitions +paths$/)
    expect(out).toMatch(/^nested +6 +8 +\d+$/m)
  })

  it('prints the paths of a machine as steps', async () => {
    const { code, out } = await runInFolder('nested', '--limit', '2')
    expect(code).toBe(0)
    expect(out).toContain('Path 1 of ')
    expect(out).toContain('Start: start. State: home.hall')
    expect(out).toMatch(/ {2}1\. (Open|Shut) the door\./)
    expect(out).toMatch(/\d+ more paths\. Raise the limit to print them\./)
  })

  it('prints the paths to a state, and the shortest paths', async () => {
    const to = await runInFolder('nested', '--to', 'home.attic')
    expect(to).toMatchObject({ code: 0 })
    expect(to.out).toContain("to 'home.attic'")
    const shortest = await runInFolder('twoDelays', '--kind', 'shortest', '--json')
    const data = JSON.parse(shortest.out) as { list: { steps: { text: string }[] }[] }
    expect(data.list.some(({ steps }) => steps.some(({ text }) => text === '1 second passes.'))).toBe(true)
  })

  it('prints JSON', async () => {
    const { code, out } = await runInFolder('twoDelays', '--json', '--limit', '0')
    expect(code).toBe(0)
    const data = JSON.parse(out) as { machine: string; paths: number; left: number; list: unknown[] }
    expect(data).toMatchObject({ machine: 'twoDelays', left: 0 })
    expect(data.list).toHaveLength(data.paths)
  })

  it('estimates the number of paths of each kind', async () => {
    const { code, out } = await runInFolder('nested', '--estimate')
    expect(code).toBe(0)
    expect(out).toMatch(/^simple +\d+ +every path without a repeated state$/m)
    const data = JSON.parse((await runInFolder('nested', '--estimate', '--json')).out) as {
      kind: string
      paths: number
    }[]
    expect(data.map(({ kind }) => kind)).toEqual(['transitions', 'shortest', 'pairs', 'simple', 'tours'])
  })

  it('writes a manual test script and a test to a file', async () => {
    const script = join(folder, 'scripts', 'nested.md')
    const written = await runInFolder('nested', '--as', 'markdown', '--out', script)
    expect(written).toMatchObject({ code: 0 })
    expect(written.out).toContain(`${script}: `)
    expect(await readFile(script, 'utf8')).toContain('| 1 | Ask. | **home.room** | ☐ |')
    // These machines have no page driver.
    const none = await runInFolder('nested', '--as', 'playwright')
    expect(none.code).toBe(1)
    expect(none.err).toContain('nested has no page driver.')
  })

  it('writes a browser test, with the reasons of the excluded paths', async () => {
    const { out } = await run('signIn', '--as', 'playwright')
    expect(out).toContain("import { runPath } from './runPath.ts'")
    expect(out).toContain('// 1 path excluded (not possible in a browser): ')
    expect(out).toContain("await runPath(driver, page, server, 'the sign-in page', [")
  })

  it('prints the paths of a system in the same formats', async () => {
    const { out } = await run('livePlayer', '--system', '--estimate')
    expect(out).toMatch(/^livePlayer and its actors: [\d,]+ states, .+ paths\n$/)
    const file = join(folder, 'livePlayer.md')
    const written = await run(
      ...['livePlayer', '--system', '--to', 'streamRenewal/requesting'],
      ...['--as', 'markdown', '--out', file, '--limit', '2'],
    )
    expect(written.out).toMatch(/livePlayer\.md: 2 of \d+ paths/)
    expect(await run('livePlayer', '--system', '--as', 'playwright')).toMatchObject({ code: 2, out: '' })
  })

  it('prints the coverage, and fails if something is not covered', async () => {
    const whole = await runInFolder('twoDelays', '--coverage')
    expect(whole.code).toBe(0)
    expect(whole.out).toMatch(/^twoDelays +6\/6 +– +5\/5 +– +0\/0 +– +15\/15 +– +0\/0 +–$/m)
    const all = await runInFolder('--coverage')
    expect(all.code).toBe(1)
    expect(all.out).toContain("trap can't leave 'pit'")
    expect(all.out).toMatch(
      /^signIn\.required {2}.+\n(?: {2}.+\n)* {2}tests\/machines\/signIn\.test\.ts: requires both/m,
    )
    expect(all.out).toMatch(/^(\d+) of \1 requirements have tests\.$/m)
  })

  it('replays a random failure from its seed and run', async () => {
    const { code, out } = await runInFolder('brokenInvariant', '--random', '300', '--seed', '7')
    expect(code).toBe(1)
    expect(out).toContain('4 steps): count → count → count → count')
    const [, seed = '', index = ''] = /--seed (\S+) --run (\S+)/.exec(out) ?? []
    const again = await runInFolder('brokenInvariant', '--random', '300', '--seed', seed, '--run', index)
    expect(again.code).toBe(1)
    expect(again.out).toContain('4 steps): count → count → count → count')
  })

  it('prints the help', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    expect(out).toContain('Exit codes: 0 success, 1 a check failed, 2 invalid arguments.')
  })

  it('exits with the code of the command', () => {
    const program = ['--import', 'tsx', join(import.meta.dirname, 'cli.ts'), '--loud']
    const { status, stderr } = spawnSync('node', program, { cwd: root, encoding: 'utf8' })
    expect(stderr).toContain("Unknown option '--loud'")
    expect(status).toBe(2)
  })

  it.each([
    [['nestd'], "There is no machine 'nestd'. Did you mean 'nested'?"],
    [['twoDelays', '--as', 'pdf'], "There is no format 'pdf'. There are 'text', 'markdown', 'playwright', 'json'."],
    [['--as', 'markdown'], '--as requires a machine'],
    [['twoDelays', '--limit', 'many'], "--limit requires an integer, not 'many'."],
    [['twoDelays', 'nested'], "Only one machine is possible: remove 'nested'."],
    [['--to', 'slow.a'], '--to requires a machine'],
    [['twoDelays', '--loud'], "Unknown option '--loud'"],
    [['twoDelays', '--random', '0'], '--random must be at least 1.'],
    [['twoDelays', '--run', '3'], '--run requires --seed.'],
    [['--kind', 'pairs'], '--kind requires a machine'],
    [['twoDelays', '--system', '--kind', 'simple'], '--system does not support --kind.'],
  ])('rejects invalid arguments: %j', async (args, message) => {
    const { code, out, err } = await runInFolder(...args)
    expect(err).toContain(message)
    expect(err).toContain('npm run paths -- --help')
    expect([code, out]).toEqual([2, ''])
  })
})
