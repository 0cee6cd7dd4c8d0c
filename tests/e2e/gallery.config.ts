/** Runs the tours at two widths for screenshots, see galleryScreenshots.ts. */
import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

export default defineConfig({
  ...tests,
  testMatch: '**/tours.spec.ts',
  outputDir: '../../.cache/gallery',
  // Existing screenshots are not taken again.
  retries: 1,
  timeout: 120_000,
  reporter: './gallery.reporter.ts',
  projects: [
    { name: '1440', use: { viewport: { width: 1440, height: 900 } } },
    { name: '390', use: { viewport: { width: 390, height: 844 } } },
  ],
})
