/**
 * The server process: `node dist/server/main.js [--fresh] [--sandbox]`. The settings are in environment.ts.
 */
import { getRequestListener } from '@hono/node-server'
import { createServer } from './createServer.ts'
import { SettingError, readEnvironment } from './environment.ts'
import { listen } from './listen.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Shuts down cleanly on the first SIGINT or SIGTERM; a second one exits at once. */
function closeOnSignal(close: () => Promise<void>) {
  let ending = false
  const end = () => {
    if (ending) process.exit(1)
    ending = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`Shutdown failed: ${error instanceof Error ? error.message : String(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

async function serveSandboxOnly() {
  const environment = readEnvironment({ ...process.env, PORT: process.env['PORT'] || '4174', HOST_URL: '' })
  const { listenSandbox } = await import('./sandbox/listenSandbox.ts')
  const sandbox = await listenSandbox({ port: environment.port, host: environment.bind, data: environment.data })
  closeOnSignal(() => sandbox.close())
  print(`The sandbox listens at ${sandbox.url}`)
  print(
    `Use it from the edge: HOST_URL=${sandbox.url} PUBLIC_ORIGIN=http://localhost:4173 SERVICE_KEY=… STREAM_ORIGINS=${sandbox.url} npm start`,
  )
}

async function serve() {
  const environment = readEnvironment(process.env)
  const server = await createServer(environment, { fresh: process.argv.includes('--fresh') })
  const handle = getRequestListener(server.edge.fetch)
  const listening = await listen((request, response) => void handle(request, response), environment).catch(
    async (error: unknown) => {
      await server.close()
      throw error
    },
  )
  closeOnSignal(async () => {
    await listening.close()
    await server.close()
  })
  print(`Statecast listens at ${listening.url}`)
  if (!server.sandboxed) return
  print('')
  print('Accounts, all with the password live-news-24:')
  print('  member@statecast.test          subscription by card, two saved cards, favorites')
  print('  paypal-member@statecast.test   PayPal subscription')
  print('  manual-member@statecast.test   subscription through another gateway')
  print('  guest@statecast.test           never subscribed')
  print('  lapsed@statecast.test          every subscription canceled')
  print(`Mailbox, ledger, faults and reset: ${listening.url}/sandbox`)
  print(`Atlas (every flow as a statechart): ${listening.url}/atlas`)
}

try {
  await (process.argv.includes('--sandbox') ? serveSandboxOnly() : serve())
} catch (error) {
  const isExpected = error instanceof SettingError || (error instanceof Error && error.name === 'SandboxError')
  console.error(isExpected ? error.message : error)
  process.exit(1)
}
