/** Checks every leaf state of every machine at every size, see runTour.ts. */
import { defineConfig, type ViewportSize } from '@playwright/test'
import { screenSizes } from './page.ts'
import tests from './playwright.config.ts'

export default defineConfig<{ accessibilitySizes: readonly ViewportSize[] }>({
  ...tests,
  testMatch: '**/tours.spec.ts',
  outputDir: '../../.cache/accessibility',
  reporter: './accessibility.reporter.ts',
  projects: [
    {
      name: 'accessibility',
      grep: / (short tour \d+ of|the page driver is complete)/,
      use: { accessibilitySizes: screenSizes },
    },
  ],
})
