import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findInstalled, provideChromium, type Computer } from '../e2e/chromium.mjs'

interface FakeMachine {
  /** The path that Playwright's download adds. */
  download?: string
  /** The packages that apt-get can install, each with one program in /usr/bin. */
  packages?: string[]
  apt?: boolean
}

/** A fake computer without a browser. */
function createFakeMachine({ download, packages = [], apt = false }: FakeMachine = {}) {
  const ran: string[] = []
  const browsers: { installed: string[]; downloaded?: string } = { installed: [] }
  const succeed = (works: boolean) =>
    Promise.resolve({ code: works ? 0 : 100, output: works ? '' : 'E: Unable to fetch some archives' })
  const machine: Computer = {
    installed: (full) => findInstalled({}, (path) => browsers.installed.includes(path), { full }),
    downloaded: () => Promise.resolve(browsers.downloaded),
    hasApt: () => apt,
    run: (command, args, options) => {
      expect(options?.limitMs, 'has a time limit').toBeGreaterThan(0)
      if (command !== 'apt-get') {
        ran.push(`playwright ${args.slice(1).join(' ')}`)
        if (download !== undefined) browsers.downloaded = download
        return succeed(download !== undefined)
      }
      const name = args[0] === 'install' ? args.at(-1) : undefined
      ran.push(name === undefined ? `apt-get ${args[0]}` : `apt-get install ${name}`)
      if (name === undefined || !packages.includes(name)) return succeed(false)
      browsers.installed.push(`/usr/bin/${name}`)
      return succeed(true)
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
    expect(findInstalled({}, () => true)).toBe('/usr/bin/chromium-headless-shell')
    expect(findInstalled({}, () => true, { full: true })).toBe('/usr/bin/chromium')
    expect(findInstalled({}, () => false)).toBeUndefined()
  })

  test('uses an installed browser and runs nothing', async () => {
    const { machine, ran, browsers } = createFakeMachine()
    browsers.downloaded = '/downloaded/chrome'
    expect(await provideChromium({ machine })).toBe('/downloaded/chrome')
    browsers.installed = ['/usr/bin/chromium']
    expect(await provideChromium({ machine })).toBe('/usr/bin/chromium')
    expect(ran).toEqual([])
  })

  test('adds the headless shell to Debian’s Chromium if the account may install it', async () => {
    const { machine, ran, browsers } = createFakeMachine({ packages: ['chromium-headless-shell'], apt: true })
    browsers.installed = ['/usr/bin/chromium']
    expect(await provideChromium({ machine, full: true })).toBe('/usr/bin/chromium')
    expect(ran).toEqual([])
    expect(await provideChromium({ machine })).toBe('/usr/bin/chromium-headless-shell')
    expect(ran).toEqual(['apt-get update', 'apt-get install chromium-headless-shell'])
    expect(await provideChromium({ machine })).toBe('/usr/bin/chromium-headless-shell')
    expect(ran).toHaveLength(2)
  })

  test('uses Debian’s Chromium if the headless shell can’t be installed', async () => {
    const { machine, browsers } = createFakeMachine({ apt: true })
    browsers.installed = ['/usr/bin/chromium']
    expect(await provideChromium({ machine })).toBe('/usr/bin/chromium')
  })

  test('downloads Playwright’s browser if none is installed', async () => {
    const { machine, ran } = createFakeMachine({ download: '/downloaded/chrome', apt: true })
    expect(await provideChromium({ machine })).toBe('/downloaded/chrome')
    expect(ran).toEqual(['playwright install chromium'])
  })

  test('installs a system package if the download fails and the account may install it', async () => {
    const { machine, ran } = createFakeMachine({ packages: ['chromium', 'chromium-headless-shell'], apt: true })
    const messages: string[] = []
    expect(await provideChromium({ machine, log: (line) => void messages.push(line) })).toBe(
      '/usr/bin/chromium-headless-shell',
    )
    expect(ran).toEqual(['playwright install chromium', 'apt-get update', 'apt-get install chromium-headless-shell'])
    expect(messages).toEqual([
      'No Chromium found. Downloading the one of Playwright …',
      'The download failed. Installing the Chromium package …',
    ])
    const older = createFakeMachine({ packages: ['chromium'], apt: true }).machine
    expect(await provideChromium({ machine: older })).toBe('/usr/bin/chromium')
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
