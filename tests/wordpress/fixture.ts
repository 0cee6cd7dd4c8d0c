import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'
import { test as base } from '../e2e/fixture.ts'
import { startServer } from '../e2e/server.ts'
import { longWaits } from '../e2e/waits.ts'
import { startSite, type WordPressSite } from './site.ts'

export { expect } from '../e2e/fixture.ts'

/**
 * The tests of tests/e2e with an edge in front of WordPress. The accounts are those of the sandbox. WordPress starts every
 * test with the prepared records and without switches.
 */
export const test = base.extend<object, { wordpress: WordPressSite }>({
  wordpress: [
    async ({ playwright: _playwright }, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: longWaits.serverStart },
  ],
  server: [
    async ({ wordpress }, use) => {
      const { url } = wordpress
      const server = await startServer({
        env: { HOST_URL: url, SERVICE_KEY: SANDBOX_SERVICE_KEY },
      })
      await wordpress.setApplicationUrl(server.url)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: longWaits.serverStart },
  ],
  // There is no sandbox. Its client reads the mail of WordPress.
  sandbox: async ({ server, wordpress }, use) => {
    await wordpress.reset()
    await use({ ...server.sandbox, reset: () => wordpress.reset(), mail: () => wordpress.mail() })
  },
  otherOrigins: async ({ wordpress }, use) => use([wordpress.url]),
})
