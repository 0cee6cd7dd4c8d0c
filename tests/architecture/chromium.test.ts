import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findInstalled, provideChromium, type Computer } from '../e2e/chromium.mjs'

/** A machine without a browser; `gains` says what a program that runs on it brings. */
function createFakeMachine({
  gains: installs = {},
  apt = false,
}: { gains?: { playwright?: string; apt?: string }; apt?: boolean } = {}) {
  const ran: string[] = []
  const there: { installed?: string; downloaded?: string } = {}
  const machine: Computer = {
    installed: () => there.installed,
    downloaded: () => Promise.resolve(there.downloaded),
    hasApt: () => apt,
    run: (command, args, options) => {
      expect(options?.limitMs, 'bounded in time').toBeGreaterThan(0)
      const program = command === 'apt-get' ? `apt-get ${args[0]}` : `playwright ${args.slice(1).join(' ')}`
      ran.push(program)
      if (program.startsWith('playwright') && installs.playwright) there.downloaded = installs.playwright
      if (program === 'apt-get install' && installs.apt) there.installed = installs.apt
      const works = program.startsWith('playwright') ? installs.playwright : installs.apt
      return Promise.resolve({ code: works ? 0 : 100, output: works ? '' : 'E: Unable to fetch some archives' })
    },
  }
  return { machine, ran, there }
}

describe('the browser of the tests', () => {
  beforeEach(() => vi.stubEnv('CHROME_PATH', ''))
  afterEach(() => vi.unstubAllEnvs())

  test('CHROME_PATH comes first, and names a file or nothing else is tried', async () => {
    expect(findInstalled({ CHROME_PATH: '/own/chrome' }, () => true)).toBe('/own/chrome')
    expect(findInstalled({ CHROME_PATH: '/own/chrome' }, (path) => path === '/usr/bin/chromium')).toBeUndefined()
    vi.stubEnv('CHROME_PATH', '/no/such/chrome')
    const { machine, ran } = createFakeMachine()
    await expect(provideChromium({ machine })).rejects.toThrow('CHROME_PATH names no file: /no/such/chrome')
    expect(ran).toEqual([])
  })

  test('an installed one is taken from the usual places', () => {
    expect(findInstalled({}, (path) => path === '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome')
    expect(findInstalled({}, () => false)).toBeUndefined()
  })

  test('what stands there already is used, and nothing is run', async () => {
    const { machine, ran, there } = createFakeMachine()
    there.downloaded = '/downloaded/chrome'
    expect(await provideChromium({ machine })).toBe('/downloaded/chrome')
    there.installed = '/usr/bin/chromium'
    expect(await provideChromium({ machine })).toBe('/usr/bin/chromium')
    expect(ran).toEqual([])
  })

  test('none: Playwright’s own is downloaded', async () => {
    const { machine, ran } = createFakeMachine({ gains: { playwright: '/downloaded/chrome' }, apt: true })
    expect(await provideChromium({ machine })).toBe('/downloaded/chrome')
    expect(ran).toEqual(['playwright install chromium'])
  })

  test('no download: the package of the system, where this account may install it', async () => {
    const { machine, ran } = createFakeMachine({ gains: { apt: '/usr/bin/chromium' }, apt: true })
    const said: string[] = []
    expect(await provideChromium({ machine, say: (line) => void said.push(line) })).toBe('/usr/bin/chromium')
    expect(ran).toEqual(['playwright install chromium', 'apt-get update', 'apt-get install'])
    expect(said).toEqual([
      'No Chromium found. Downloading the one of Playwright …',
      'The download failed. Installing the Chromium package …',
    ])
  })

  test('nothing works: the reason, or the command to type', async () => {
    await expect(provideChromium({ machine: createFakeMachine({ apt: true }).machine })).rejects.toThrow(
      "Chromium can't be installed (apt-get ended with 100): E: Unable to fetch some archives",
    )
    await expect(provideChromium({ machine: createFakeMachine().machine })).rejects.toThrow(
      'No browser for the tests. Install one: npx playwright install chromium  (or set CHROME_PATH)',
    )
  })
})
