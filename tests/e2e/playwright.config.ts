import { defineConfig } from '@playwright/test'
import { chromiumFlags, findInstalled } from './chromium.mjs'

const installed = findInstalled()

export default defineConfig({
  testDir: '.',
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  outputDir: '../../.cache/browser',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // The report names tests that needed a second try: each is a race to fix, see CONTRIBUTING.md.
  retries: 1,
  workers: 2,
  // Generous timeouts, which only detect a hang: a busy computer must not fail a test.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tours.reporter.ts']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    actionTimeout: 20_000,
    launchOptions: {
      args: [...chromiumFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
      ...(installed !== undefined && { executablePath: installed }),
    },
  },
})
