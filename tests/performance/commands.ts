import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../server/install.mjs'
import { freePort } from './freePort.ts'
import { atMost, withoutLimit, median, type Measurement } from './measurement.ts'

/** Seconds from starting a program to its first response. */
async function secondsUntilResponse(args: string[], env: Record<string, string> = {}): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: 'ignore',
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
      if (response?.ok) return (performance.now() - startedAt) / 1000
    }
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

async function secondsOf(args: string[]): Promise<{ seconds: number; code: number | null }> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { seconds: (performance.now() - startedAt) / 1000, code }
}

const rounded = (value: number) => Math.round(value * 100) / 100
const baselineServer = [
  '-e',
  `require('node:http').createServer((_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1')`,
]

/** Durations of commands: a second `npm start`, compared with a minimal Node server, and `npm run check`. */
export async function measure(): Promise<Measurement[]> {
  const data = await mkdtemp(join(tmpdir(), 'statecast-start-'))
  try {
    const start = [join(root, 'server', 'start.mjs')]
    await secondsUntilResponse(start, { DATA: data })
    const startTimes: number[] = []
    const baselineTimes: number[] = []
    for (let round = 0; round < 5; round += 1) {
      startTimes.push(await secondsUntilResponse(start, { DATA: data }))
      baselineTimes.push(await secondsUntilResponse(baselineServer))
    }
    const second = median(startTimes)
    const floor = median(baselineTimes)
    const check = await secondsOf([join(root, 'tests', 'run.mjs'), 'types', 'lint', 'machines'])
    return [
      atMost(
        'Second `npm start` without changes, until the first response',
        rounded(second),
        's',
        3,
        `a minimal Node server: ${rounded(floor)} s`,
      ),
      withoutLimit(
        'The same, relative to the minimal server',
        rounded(second / floor),
        '×',
        'median of 5, measured alternately',
      ),
      atMost(`\`npm run check\`${check.code === 0 ? '' : ' (with failures)'}`, rounded(check.seconds), 's', 45),
    ]
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
