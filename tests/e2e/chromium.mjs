/** Finds or installs a Chromium for the browser tests. Uses Node's own modules only. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { summarizeOutput, root, run } from '../../server/install.mjs'
import { hasApt, installPackages } from '../debianPackages.mjs'

/** A Chromium without windows, a Debian package of its own. It saves a third of the CPU time of the browser tests. */
const headlessShell = '/usr/bin/chromium-headless-shell'
/** The full Chromium of the same Debian release. */
const debianChromium = '/usr/bin/chromium'

const fullBrowsers = [
  debianChromium,
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

/** The browser that CHROME_PATH names, or an installed one. `full` excludes the headless shell. */
export function findInstalled(variables = process.env, exists = existsSync, { full = false } = {}) {
  if (variables.CHROME_PATH) return exists(variables.CHROME_PATH) ? variables.CHROME_PATH : undefined
  return [...(full ? [] : [headlessShell]), ...fullBrowsers].find((path) => exists(path))
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
  installed: (full) => findInstalled(process.env, existsSync, { full }),
  downloaded: findDownloaded,
  hasApt,
  run,
}

/**
 * Returns the path of a Chromium: an installed one, else Playwright's download with a time limit, else the Debian
 * package if this account can install it. Adds the headless shell to Debian's Chromium if this account can install it.
 * `full` excludes the headless shell, for measurements. Throws an error with the command to run if there is none.
 */
export async function provideChromium({ log = () => {}, onStart, machine = thisComputer, full = false } = {}) {
  if (process.env.CHROME_PATH && !existsSync(process.env.CHROME_PATH)) {
    throw new Error(`CHROME_PATH names no file: ${process.env.CHROME_PATH}`)
  }
  const found = machine.installed(full) ?? (await machine.downloaded())
  const lacksShell = found === debianChromium && !full && !process.env.CHROME_PATH
  if (lacksShell && machine.hasApt()) {
    log('Installing the headless shell of Chromium …')
    await installPackages(['chromium-headless-shell'], { run: machine.run, onStart })
    return machine.installed(full) ?? found
  }
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
    let failure = ''
    for (const name of full ? ['chromium'] : ['chromium-headless-shell', 'chromium']) {
      const { code, output } = await installPackages([name], { run: machine.run, onStart })
      const installed = machine.installed(full)
      if (installed) return installed
      failure = `(apt-get ended with ${code}): ${summarizeOutput(output)}`
    }
    throw new Error(`Chromium can't be installed ${failure}`)
  }
  throw new Error('No browser for the tests. Install one: npx playwright install chromium  (or set CHROME_PATH)')
}
