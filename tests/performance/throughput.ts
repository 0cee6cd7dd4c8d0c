import autocannon from 'autocannon'
import { sessionHeaders } from '../edge/edgeSession.ts'
import { atLeast, median, withoutLimit, type Measurement } from './measurement.ts'
import {
  callPath,
  pagePath,
  startBareServer,
  startEdge,
  startFixedHost,
  type ServerProcess,
} from './serverProcesses.ts'

const rounds = 5
const secondsPerRound = 2

/** Requests per second over ten connections. */
async function requestsPerSecond({ url }: ServerProcess, path: string): Promise<number> {
  const headers = sessionHeaders('token')
  const result = await autocannon({ url: url + path, headers, connections: 10, duration: secondsPerRound })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx + result.errors} failures`)
  return result.requests.average
}

/** Requests per second of the edge, relative to a bare Node server that sends the same response. */
export async function measure(): Promise<Measurement[]> {
  const host = await startFixedHost()
  const edge = await startEdge(host)
  const bare = await startBareServer(edge, host)
  try {
    const rows: Measurement[] = []
    for (const [name, path, limit] of [
      ['Sign-in page', pagePath, 0.5],
      ['Forwarded read', callPath, 0.4],
    ] as const) {
      // The first round compiles the code of both servers.
      await requestsPerSecond(bare, path)
      await requestsPerSecond(edge, path)
      const pairs: { bare: number; edge: number }[] = []
      for (let round = 0; round < rounds; round += 1)
        pairs.push({ bare: await requestsPerSecond(bare, path), edge: await requestsPerSecond(edge, path) })
      const ratio = Math.round(median(pairs.map((pair) => pair.edge / pair.bare)) * 100) / 100
      rows.push(
        atLeast(
          `${name}, relative to a bare Node server`,
          ratio,
          '×',
          limit,
          `median of ${rounds}, measured alternately`,
        ),
        withoutLimit(
          `${name}, edge`,
          Math.round(median(pairs.map((pair) => pair.edge))),
          'requests/s',
          '10 connections',
        ),
      )
    }
    return rows
  } finally {
    await Promise.all([edge, bare, host].map((each) => each.stop()))
  }
}
