import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../server/install.mjs'
import { freePort } from './freePort.ts'
import { atMost, withoutLimit, median, type Measurement } from './measurement.ts'

/** Seconds from starting a program to its first answer. */
async function secondsUntilAnswer(args: string[], env: Record<string, string> = {}): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
      const answered = await fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (answered) return (performance.now() - began) / 1000
    }
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}

async function secondsOf(args: string[]): Promise<{ seconds: number; code: number | null }> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { seconds: (performance.now() - began) / 1000, code }
}

const rounded = (value: number) => Math.round(value * 100) / 100
const baselineServer = [
  '-e',
  `require('node:http').createServer((_, answer) => answer.end('ok')).listen(process.env.PORT, '127.0.0.1')`,
]

/** How long the commands take: a second start beside a bare server of Node, and the short check. */
export async function measure(): Promise<Measurement[]> {
  const data = await mkdtemp(join(tmpdir(), 'statecast-start-'))
  try {
    const start = [join(root, 'server', 'start.mjs')]
    await secondsUntilAnswer(start, { DATA: data })
    const startTimes: number[] = []
    const baselineTimes: number[] = []
    for (let round = 0; round < 5; round += 1) {
      startTimes.push(await secondsUntilAnswer(start, { DATA: data }))
      baselineTimes.push(await secondsUntilAnswer(baselineServer))
    }
    const second = median(startTimes)
    const floor = median(baselineTimes)
    const check = await secondsOf([join(root, 'tests', 'run.mjs'), 'types', 'lint', 'machines'])
    return [
      atMost(
        'Second `npm start` with nothing changed, to the first answer',
        rounded(second),
        's',
        3,
        `a bare server of Node: ${rounded(floor)} s`,
      ),
      withoutLimit(
        'The same as a multiple of that bare server',
        rounded(second / floor),
        '×',
        'middle of 5, taken in turns',
      ),
      atMost(`\`npm run check\`${check.code === 0 ? '' : ' (with failures)'}`, rounded(check.seconds), 's', 90),
    ]
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
