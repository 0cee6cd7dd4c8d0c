import { chromium, type Browser } from '@playwright/test'
import { chromiumFlags, provideChromium } from '../e2e/chromium.mjs'
import { startServer, type RunningServer } from '../e2e/server.ts'

/** Runs `work` with the built product and a browser, and closes both. */
export async function withBrowser<T>(
  work: (browser: Browser, server: RunningServer) => Promise<T>,
  args: readonly string[] = [],
): Promise<T> {
  const server = await startServer()
  try {
    const executablePath = await provideChromium()
    const browser = await chromium.launch({ executablePath, args: [...chromiumFlags, ...args] })
    try {
      return await work(browser, server)
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}
