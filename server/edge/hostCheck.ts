import { type HostProblem } from './hostProblem.ts'

export interface HostCheckResult {
  /** When the last check of the host ended; null before. */
  checkedAt: Date | null
  problems: readonly HostProblem[]
}

export interface HostCheckOptions {
  /** Problems of the settings, which no check removes. */
  settingProblems: readonly HostProblem[]
  probe: () => Promise<HostProblem[]>
  /** Prints that the host responds as expected. */
  print: (line: string) => void
  /** Prints a problem. */
  warn: (line: string) => void
  now?: () => number
}

export interface HostCheck {
  /** Checks the host and prints what has changed since the last check. Never rejects. */
  run(): Promise<void>
  /** The result of the last check. If the host had a problem a minute ago, another check starts. */
  read(): HostCheckResult
}

/** After how many ms a host with a problem is checked again. */
const repeatMs = 60_000

/** The check of the host at the start, and its result for `/readyz`. */
export function createHostCheck({
  settingProblems,
  probe,
  print,
  warn,
  now = () => Date.now(),
}: HostCheckOptions): HostCheck {
  let problems: readonly HostProblem[] = []
  let checkedAt: number | undefined
  let isRunning = false

  async function run() {
    isRunning = true
    if (checkedAt === undefined) for (const { message } of settingProblems) warn(message)
    const found = await probe()
    const known = new Set(problems.map(({ message }) => message))
    for (const { message } of found) if (!known.has(message)) warn(message)
    if (found.length === 0) print('The host responds as expected.')
    problems = found
    checkedAt = now()
    isRunning = false
  }

  return {
    run,
    read() {
      if (!isRunning && problems.length > 0 && checkedAt !== undefined && now() >= checkedAt + repeatMs) void run()
      return {
        checkedAt: checkedAt === undefined ? null : new Date(checkedAt),
        problems: [...settingProblems, ...problems],
      }
    },
  }
}
