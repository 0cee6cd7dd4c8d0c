/**
 * The server process: `node dist/server/main.js [--fresh] [--sandbox]`. The settings are in environment.ts.
 */
import { createServer } from './createServer.ts'
import { SettingError, readEnvironment } from './environment.ts'
import { listen } from './listen.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

// A log that cannot be written, such as on a full disk, must not stop the service.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

/** How long a running payment may take to end after SIGTERM, in ms. */
const drainMs = 35_000

/**
 * Shuts down cleanly: on SIGTERM after the open requests have ended, on SIGINT after two seconds. A second signal exits
 * at once. An uncaught error is reported in one line and ends the process with code 1.
 */
function closeOnSignal(close: (graceMs?: number) => Promise<void>) {
  let ending = false
  const end = (graceMs: number | undefined, code = 0) => {
    if (ending) process.exit(1)
    ending = true
    close(graceMs).then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(`Shutdown failed: ${error instanceof Error ? error.message : String(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end(undefined))
  process.on('SIGTERM', () => end(drainMs))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      console.error(`Unexpected error, the server stops: ${error instanceof Error ? error.message : String(error)}`)
      end(drainMs, 1)
    })
}

async function serveSandboxOnly() {
  const environment = readEnvironment({ ...process.env, PORT: process.env['PORT'] || '4174', HOST_URL: '' })
  const { listenSandbox } = await import('./sandbox/listenSandbox.ts')
  const sandbox = await listenSandbox({ port: environment.port, host: environment.bind, data: environment.data })
  closeOnSignal(() => sandbox.close())
  print(`The sandbox listens at ${sandbox.url}`)
  print(
    `Use it from the edge: HOST_URL=${sandbox.url} PUBLIC_ORIGIN=http://localhost:4173 SERVICE_KEY=… EDGE_SECRET=… STREAM_ORIGINS=${sandbox.url} npm start`,
  )
}

async function serve() {
  const environment = readEnvironment(process.env)
  const server = await createServer(environment, { fresh: process.argv.includes('--fresh'), print })
  const listening = await listen(server.edge, environment).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  closeOnSignal(async (graceMs) => {
    await listening.close(graceMs)
    await server.close()
  })
  if (environment.tls) process.on('SIGHUP', () => listening.reloadCertificate())
  print(`Statecast listens at ${listening.url}`)
  if (server.hostCheck) return Promise.all([server.hostCheck.run(), server.hostFeatures?.read()])
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
