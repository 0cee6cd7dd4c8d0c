import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import { distFolder, root } from '../../server/install.mjs'
import { atMost, median, withoutLimit, type Measurement } from './measurement.ts'
import { pagePath, startBareServer, startEdge, startFixedHost, type ServerProcess } from './serverProcesses.ts'

const attackSeconds = 20

/** The largest script of the build. */
function largestFile(): string {
  const folder = join(distFolder(), 'client', 'assets')
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const [largest = ''] = names.sort((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size)
  return `/assets/${largest}`
}

/**
 * The delay of a bystander who requests the page again and again, in ms, the growth of the server in MiB, and the number of
 * connections that were closed and opened again.
 */
async function attack(server: ServerProcess): Promise<{ delay: number; growth: number; closed: number }> {
  await autocannon({ url: server.url + pagePath, connections: 10, duration: 2 })
  const memoryBefore = await server.memory()
  const attacker = spawn(
    process.execPath,
    [join(root, 'tests', 'performance', 'attacker.mjs'), String(server.port), largestFile()],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    let closed = 0
    const lines = createInterface({ input: attacker.stdout }).on('line', (line) => (closed = Number(line)))
    await once(lines, 'line')
    const delays: number[] = []
    let memory = memoryBefore
    const until = performance.now() + attackSeconds * 1_000
    while (performance.now() < until) {
      const startedAt = performance.now()
      // A new connection, like a new visitor.
      const response = await fetch(server.url + pagePath, { headers: { connection: 'close' } })
      await response.text()
      delays.push(performance.now() - startedAt)
      memory = Math.max(memory, await server.memory())
    }
    return { delay: median(delays), growth: memory - memoryBefore, closed }
  } finally {
    const exited = once(attacker, 'exit')
    attacker.kill('SIGKILL')
    await exited
  }
}

/**
 * What hostile connections cost: some pipeline or request without reading, some never end their headers or bodies, some
 * disconnect. A bare Node server that serves the same files is attacked in the same way.
 */
export async function measure(): Promise<Measurement[]> {
  const host = await startFixedHost()
  const edge = await startEdge(host)
  const bare = await startBareServer(edge, host)
  try {
    const [ofEdge, ofBare] = [await attack(edge), await attack(bare)]
    const round = Math.round
    const duration = `628 hostile connections, ${ofEdge.closed} closed and opened again, ${attackSeconds} s`
    return [
      atMost('Memory that hostile connections take from the edge', round(ofEdge.growth), 'MiB', 64, duration),
      withoutLimit('The same, a bare Node server', round(ofBare.growth), 'MiB', 'same attack'),
      atMost('Median delay of a bystander, edge', round(ofEdge.delay), 'ms', 100, duration),
      withoutLimit('The same, a bare Node server', round(ofBare.delay), 'ms', 'same attack'),
    ]
  } finally {
    await Promise.all([edge, bare, host].map((each) => each.stop()))
  }
}
