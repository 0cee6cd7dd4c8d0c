import { defineConfig } from '@playwright/test'
import { chromiumFlags, findInstalled } from './chromium.mjs'
import { waitLimit } from './waits.ts'

const installed = findInstalled()

/** The files that `npm test` leaves out: tests of the tools, of every screen, and of attacks. */
const filesOfFullSet = [
  'atlas',
  'atlasPaths',
  'atlasTouch',
  'galleryScreenshots',
  'inspect',
  'sandboxPage',
  'fixture',
  'generatedPaths',
  'screens',
  'devices',
  'support',
  'serviceWorker',
  'markup',
  'stolenSession',
]

/** `npm test` also leaves out the tests with the tag `@full`. `npm run test:full` leaves out those with the tag `@core`. */
const fullOnly = new RegExp(`@full|(?<!\\w)(${filesOfFullSet.join('|')})\\.spec\\.ts`)

export default defineConfig({
  testDir: '.',
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  outputDir: '../../.cache/browser',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A test that passes only on a second try has failed: the race is to be fixed, see CONTRIBUTING.md.
  retries: 0,
  workers: 2,
  // Only detects a hang. The waits within a test have their own limit.
  timeout: 180_000,
  expect: { timeout: waitLimit, toPass: { timeout: waitLimit } },
  projects: [
    { name: 'core', grepInvert: fullOnly },
    { name: 'full', grep: fullOnly },
  ],
  reporter: [['list'], ['./tours.reporter.ts']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    // Each test has a new context, which would install the worker again. Routes see no request that a worker answers.
    serviceWorkers: 'block',
    actionTimeout: waitLimit,
    navigationTimeout: waitLimit,
    launchOptions: {
      args: [...chromiumFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
      ...(installed !== undefined && { executablePath: installed }),
    },
  },
})
