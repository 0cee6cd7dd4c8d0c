import { defineConfig } from '@playwright/test'
import base from '../e2e/playwright.config.ts'

/** The browser tests with WordPress as the host. */
export default defineConfig({
  ...base,
  outputDir: '../../.cache/browser-wordpress',
  globalSetup: './globalSetup.mjs',
  projects: [{ name: 'wordpress' }],
  reporter: 'list',
})
