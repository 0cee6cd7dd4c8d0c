/** Finds or installs a Chromium for the browser tests. Uses Node's own modules only. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { summarizeOutput, root, run } from '../../server/install.mjs'

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser that CHROME_PATH names, or an installed one. */
export function findInstalled(variables = process.env, exists = existsSync) {
  if (variables.CHROME_PATH) return exists(variables.CHROME_PATH) ? variables.CHROME_PATH : undefined
  return usualPaths.find((path) => exists(path))
}

/** The browser that Playwright has downloaded earlier. */
async function findDownloaded() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

/** The flags of every Chromium. They disable its background requests, so that it connects to the tested page only. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

/** How to find and install a browser on this computer. Tests replace it. */
const thisComputer = {
  installed: () => findInstalled(),
  downloaded: findDownloaded,
  /** Whether this account can install system packages. */
  hasApt: () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  run,
}

/**
 * Returns the path of a Chromium: an installed one, else Playwright's download with a time limit, else the Debian
 * package if this account can install it. Otherwise throws an error with the command to run.
 */
export async function provideChromium({ log = () => {}, onStart, machine = thisComputer } = {}) {
  if (process.env.CHROME_PATH && !existsSync(process.env.CHROME_PATH)) {
    throw new Error(`CHROME_PATH names no file: ${process.env.CHROME_PATH}`)
  }
  const found = machine.installed() ?? (await machine.downloaded())
  if (found) return found

  log('No Chromium found. Downloading the one of Playwright …')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' }
  const download = await machine.run(process.execPath, [cli, 'install', 'chromium'], {
    env,
    limitMs: 180_000,
    onStart,
  })
  const downloaded = download.code === 0 ? await machine.downloaded() : undefined
  if (downloaded) return downloaded

  if (machine.hasApt()) {
    log('The download failed. Installing the Chromium package …')
    const apt = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, limitMs: 300_000, onStart }
    await machine.run('apt-get', ['update', '-q'], apt)
    const { code, output } = await machine.run(
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
      apt,
    )
    const installed = machine.installed()
    if (installed) return installed
    throw new Error(`Chromium can't be installed (apt-get ended with ${code}): ${summarizeOutput(output)}`)
  }
  throw new Error('No browser for the tests. Install one: npx playwright install chromium  (or set CHROME_PATH)')
}
