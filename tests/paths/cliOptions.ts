/** The options of `npm run paths`. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PATH_KINDS, parsePathKind, type PathRequest } from '../../tools/model-testing/pathSearch.ts'
import { UnknownNameError } from '../../tools/model-testing/suggestNames.ts'
import { REPORTS_FOLDER } from './coverageReport.ts'
import { MACHINES_FOLDER, MODELS_FOLDER } from './loadModels.ts'
import { FORMATS, type Format } from './pathFormats.ts'

export const ROOT = join(import.meta.dirname, '..', '..')
/** Limits the memory that a search uses. */
const MAX_PATHS = 20_000

export const HELP = `Prints paths through the machines as steps.

  npm run paths                                  the machines
  npm run paths -- <machine>                     its paths, one for each transition
  npm run paths -- <machine> --to <state>        only paths that end in a state
  npm run paths -- <machine> --estimate          the number of paths of each kind
  npm run paths -- <machine> --as markdown       a manual test script; --out <file> writes it
  npm run paths -- <machine> --as playwright     a browser test
  npm run paths -- <machine> --system            with its child machines and peers; --to planChange/outcomeUnknown,
                                                 for the session also --to signIn/signingIn or --to /unauth
  npm run paths -- <machine> --random 500        random walks; --seed and --run replay a failure
  npm run coverage                               the coverage of each machine, by its model and in a browser

Paths
${Object.entries(PATH_KINDS)
  .map(
    ([kind, description], i) =>
      `  ${i === 0 ? '--kind' : '      '} ${kind.padEnd(12)} ${description}${i === 0 ? ' (default)' : ''}`,
  )
  .join('\n')}
  --from <start or state>   the start of the paths
  --to <state>              the end of the paths
  --through <event>         an event that each path has
  --limit <n>               maximum number of paths (default 100; 0 for all, up to ${MAX_PATHS.toLocaleString('en')})

Output
${Object.entries(FORMATS)
  .map(
    ([format, description], i) =>
      `  ${i === 0 ? '--as' : '    '} ${format.padEnd(12)} ${description}${i === 0 ? ' (default)' : ''}`,
  )
  .join('\n')}
  --json                    the same as --as json
  --out <file>              write to a file
  --help

Exit codes: 0 success, 1 a check failed, 2 invalid arguments.
`

export class UsageError extends Error {}

export const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  through: { type: 'string' },
  kind: { type: 'string', default: 'transitions' },
  as: { type: 'string' },
  out: { type: 'string' },
  estimate: { type: 'boolean', default: false },
  system: { type: 'boolean', default: false },
  limit: { type: 'string', default: '100' },
  json: { type: 'boolean', default: false },
  coverage: { type: 'boolean', default: false },
  random: { type: 'string' },
  seed: { type: 'string' },
  run: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  // Only for the tests of the command line.
  machines: { type: 'string', default: MACHINES_FOLDER },
  models: { type: 'string', default: MODELS_FOLDER },
  reports: { type: 'string', default: REPORTS_FOLDER },
  drivers: { type: 'string', default: join(ROOT, 'tests', 'e2e', 'drivers') },
} as const

export function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export type Values = ReturnType<typeof readArguments>['values']

export function integerOf(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined
  if (!/^-?\d+$/.test(value)) throw new UsageError(`--${name} requires an integer, not '${value}'.`)
  return Number(value)
}

export function formatOf({ as, json }: Values): Format {
  const wanted = as ?? (json ? 'json' : 'text')
  const found = (Object.keys(FORMATS) as Format[]).find((format) => format === wanted)
  if (!found) throw new UnknownNameError('format', wanted, Object.keys(FORMATS))
  return found
}

export function requestOf({ from, to, through, kind }: Values): PathRequest {
  return {
    kind: parsePathKind(kind),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(through === undefined ? {} : { through }),
  }
}

export function limitOf({ limit }: Values): number {
  const wanted = integerOf(limit, 'limit') ?? 100
  if (wanted < 0) throw new UsageError('--limit must be at least 0.')
  return wanted === 0 ? MAX_PATHS : Math.min(wanted, MAX_PATHS)
}
