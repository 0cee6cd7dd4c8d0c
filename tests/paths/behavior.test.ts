import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import theme from '../machines/theme.model.ts'
import { APPROVED_FOLDER, behaviorCommand, behaviorDifference } from './behavior.ts'
import { type Model } from './model.ts'

const approved = (unreachable: string, tags = '(tags: busy)') => `signingOut ${tags}
  The host ends the session. → ready; removeDevice; message = ‘Device signed out.’
  The host is unreachable. → ${unreachable}

ready
  Press “Sign out”. → signingOut; starts signOut
`

describe('the difference between two versions of a machine', () => {
  it('is empty for the same version', () => {
    expect(behaviorDifference('devices', approved('failed'), approved('failed'))).toEqual([])
  })

  it('names the machine, the state and the cause, with both results', () => {
    expect(behaviorDifference('devices', approved('outcomeUnknown'), approved('failed'))).toEqual([
      'devices, signingOut: The host is unreachable.',
      '  was: outcomeUnknown',
      '  is:  failed',
    ])
  })

  it('names changed tags, new states and removed states', () => {
    expect(
      behaviorDifference('devices', approved('failed'), `${approved('failed', '(tags: idle)')}\nfailed\n`),
    ).toEqual(['devices, signingOut', '  was: tags: busy', '  is:  tags: idle', 'devices, failed', '  is:  a state'])
    expect(behaviorDifference('devices', 'failed\n', '')).toEqual(['devices, failed', '  was: a state'])
  })
})

describe('npm run behavior', () => {
  let root = ''
  const printed: string[] = []
  const models = () => Promise.resolve<Model[]>([theme])
  const folder = () => join(root, 'tests', 'machines', 'approved')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@statecast.test', ...args], { cwd: root })
  const run = async (...args: string[]) => {
    printed.length = 0
    return behaviorCommand(args, (text) => printed.push(text), { root, folder: folder(), models })
  }
  const commit = async (text: string) => {
    const file = join(folder(), 'devices.txt')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    git('add', '.')
    git('commit', '-qm', 'devices')
  }
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'behavior-'))
    git('init', '-q')
    git('commit', '-qm', 'empty', '--allow-empty')
    await commit(approved('outcomeUnknown'))
    await commit(approved('failed'))
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('prints the difference between two commits', async () => {
    expect(await run('HEAD~1', 'HEAD')).toBe(0)
    expect(printed.join('\n')).toBe(
      'devices, signingOut: The host is unreachable.\n  was: outcomeUnknown\n  is:  failed',
    )
    await run('HEAD', 'HEAD')
    expect(printed).toEqual(['No difference.'])
  })

  it('refuses a commit without approved behavior, and a third commit', async () => {
    await expect(run('HEAD~2', 'HEAD')).rejects.toThrow('HEAD~2 has no approved behavior.')
    expect(await run('HEAD', 'HEAD', 'HEAD')).toBe(2)
  })

  it('fails for behavior that is not approved, until it is approved', async () => {
    expect(await run()).toBe(1)
    expect(printed.join('\n')).toContain('devices, signingOut: The host is unreachable.\n  was: failed\n')
    expect(await run('--approve')).toBe(0)
    expect(await run()).toBe(0)
    expect(printed).toEqual(['No difference.'])
    expect(await readFile(join(folder(), 'theme.txt'), 'utf8')).toBe(
      await readFile(join(APPROVED_FOLDER, 'theme.txt'), 'utf8'),
    )
  })
})
