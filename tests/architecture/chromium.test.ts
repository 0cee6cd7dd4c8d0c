import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findInstalled, provideChromium, type Computer } from '../e2e/chromium.mjs'

/** A fake computer without a browser. `installs` has the path that each installer adds. */
function createFakeMachine({
  installs = {},
  apt = false,
}: { installs?: { playwright?: string; apt?: string }; apt?: boolean } = {}) {
  const ran: string[] = []
  const browsers: { installed?: string; downloaded?: string } = {}
  const machine: Computer = {
    installed: () => browsers.installed,
    downloaded: () => Promise.resolve(browsers.downloaded),
    hasApt: () => apt,
    run: (command, args, options) => {
      expect(options?.limitMs, 'has a time limit').toBeGreaterThan(0)
      const program = command === 'apt-get' ? `apt-get ${args[0]}` : `playwright ${args.slice(1).join(' ')}`
      ran.push(program)
      if (program.startsWith('playwright') && installs.playwright) browsers.downloaded = installs.playwright
      if (program === 'apt-get install' && installs.apt) browsers.installed = installs.apt
      const works = program.startsWith('playwright') ? installs.playwright : installs.apt
      return Promise.resolve({ code: works ? 0 : 100, output: works ? '' : 'E: Unable to fetch some archives' })
    },
  }
  return { machine, ran, browsers }
}

describe('the browser for the tests', () => {
  beforeEach(() => vi.stubEnv('CHROME_PATH', ''))
  afterEach(() => vi.unstubAllEnvs())

  test('CHROME_PATH takes precedence, without a fallback if the file is missing', async () => {
    expect(findInstalled({ CHROME_PATH: '/own/chrome' }, () => true)).toBe('/own/chrome')
    expect(findInstalled({ CHROME_PATH: '/own/chrome' }, (path) => path === '/usr/bin/chromium')).toBeUndefined()
    vi.stubEnv('CHROME_PATH', '/no/such/chrome')
    const { machine, ran } = createFakeMachine()
    await expect(provideChromium({ machine })).rejects.toThrow('CHROME_PATH names no file: /no/such/chrome')
    expect(ran).toEqual([])
  })

  test('finds an installed browser in the usual folders', () => {
    expect(findInstalled({}, (path) => path === '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome')
    expect(findInstalled({}, () => false)).toBeUndefined()
  })

  test('uses an installed browser and runs nothing', async () => {
    const { machine, ran, browsers } = createFakeMachine()
    browsers.downloaded = '/downloaded/chrome'
    expect(await provideChromium({ machine })).toBe('/downloaded/chrome')
    browsers.installed = '/usr/bin/chromium'
    expect(await provideChromium({ machine })).toBe('/usr/bin/chromium')
    expect(ran).toEqual([])
  })

  test('downloads Playwright’s browser if none is installed', async () => {
    const { machine, ran } = createFakeMachine({ installs: { playwright: '/downloaded/chrome' }, apt: true })
    expect(await provideChromium({ machine })).toBe('/downloaded/chrome')
    expect(ran).toEqual(['playwright install chromium'])
  })

  test('installs the system package if the download fails and the account may install it', async () => {
    const { machine, ran } = createFakeMachine({ installs: { apt: '/usr/bin/chromium' }, apt: true })
    const messages: string[] = []
    expect(await provideChromium({ machine, log: (line) => void messages.push(line) })).toBe('/usr/bin/chromium')
    expect(ran).toEqual(['playwright install chromium', 'apt-get update', 'apt-get install'])
    expect(messages).toEqual([
      'No Chromium found. Downloading the one of Playwright …',
      'The download failed. Installing the Chromium package …',
    ])
  })

  test('reports the reason or the command to run if everything fails', async () => {
    await expect(provideChromium({ machine: createFakeMachine({ apt: true }).machine })).rejects.toThrow(
      "Chromium can't be installed (apt-get ended with 100): E: Unable to fetch some archives",
    )
    await expect(provideChromium({ machine: createFakeMachine().machine })).rejects.toThrow(
      'No browser for the tests. Install one: npx playwright install chromium  (or set CHROME_PATH)',
    )
  })
})
