import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { isUnencrypted } from '../../server/edge/hostUpstream.ts'
import { type CheckOptions } from './checkHost.ts'

export const HELP = `Checks a live host against the contract (openapi/host.yaml) with a test account:
signs in, makes every read and the changes that can be undone, and signs out.

  npm run contract -- --host https://www.example.com --user tester

  --host <url>         the host, including a path before /wp-json
  --user <name>        the user name or email address of the test account
  --password <text>    its password; better the variable STATECAST_PASSWORD or the prompt,
                       because the shell remembers its commands
  --service-key <key>  the key of the membership service, or STATECAST_SERVICE_KEY;
                       without it the calls of mp/v1 are not made
  --letters            also makes the calls that send a letter: forgotten password,
                       channel request, support request and bug report
  --json               prints JSON
  --help               prints this text

It makes no call that moves money, ends a subscription, or changes cards or other
sessions. A favorite is added and removed again; the profile is saved with its own values.

Exit code: 0, 1 if a call of the specification fails or differs, 2 for a wrong option.
`

/** A wrong option. The message is one line for the terminal. */
export class OptionError extends Error {}

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stderr: NodeJS.WritableStream
}

export type Options = { help: true } | (CheckOptions & { help: false; json: boolean })

/** Asks for a secret. What is typed is not shown. */
async function askSecret(question: string, { stdin, stderr }: Terminal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // The interface turns the echo of the terminal off and waits for the line, so both come before the question.
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  const closed = once(lines, 'close').then((): never => {
    throw new Error('closed')
  })
  const answer = Promise.race([lines.question(''), closed])
  stderr.write(question)
  try {
    return await answer
  } catch (error) {
    throw new OptionError('Nothing was typed.', { cause: error })
  } finally {
    lines.close()
    stderr.write('\n')
  }
}

function parseHost(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new OptionError(`--host is not an http URL: ${value}`)
  url.pathname = url.pathname.replace(/\/wp-json(\/.*)?$/, '')
  return url
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string' },
        user: { type: 'string' },
        password: { type: 'string' },
        'service-key': { type: 'string' },
        letters: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the options. On a terminal it asks for a missing secret; an empty service key is none. */
export async function readOptions(args: readonly string[], terminal: Terminal): Promise<Options> {
  const values = parseArguments(args)
  if (values.help) return { help: true }
  if (!values.host) throw new OptionError('--host is missing, such as --host https://www.example.com')
  if (!values.user) throw new OptionError('--user is missing, the test account')
  const host = parseHost(values.host)
  if (isUnencrypted(host))
    terminal.stderr.write('The password and the service key travel unencrypted. Use an address with https://.\n')
  const ask = async (question: string) => (terminal.stdin.isTTY ? askSecret(question, terminal) : '')
  const { STATECAST_PASSWORD, STATECAST_SERVICE_KEY } = terminal.env
  const password = values.password ?? (STATECAST_PASSWORD || (await ask(`Password of ${values.user}: `)))
  if (password === '') throw new OptionError('The password is missing; set STATECAST_PASSWORD')
  const serviceKey =
    values['service-key'] ?? (STATECAST_SERVICE_KEY || (await ask('Service key (empty: leave out mp/v1): ')))
  const { user: userName, letters: sendsLetters, json } = values
  return { help: false, host, userName, password, serviceKey, sendsLetters, json }
}
