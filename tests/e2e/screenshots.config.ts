/** Runs screenshots.ts at four widths in both schemes. */
import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

const sizes = [
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  { viewport: { width: 768, height: 1024 }, hasTouch: true },
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 1920, height: 1080 } },
]

export default defineConfig({
  ...tests,
  testMatch: '**/screenshots.ts',
  outputDir: '../../.cache/screenshots',
  reporter: 'line',
  projects: sizes.flatMap((size) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${size.viewport.width}-${colorScheme}`,
      use: { ...size, colorScheme },
    })),
  ),
})
