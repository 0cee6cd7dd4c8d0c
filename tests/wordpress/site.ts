/** A WordPress with the example plugin, in PHP's built-in server. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account } from '../e2e/fixture.ts'
import { type Mail } from '../e2e/server.ts'
import { freePort } from '../performance/freePort.ts'
import { phpPath, sitePath } from './provide.mjs'

/** What other servers and plugins do. The files `router.php` and `switches.php` describe each one. */
export interface Switches {
  coreResetLetter?: true
  expiredSessions?: true
  /** A part of the paths that fail. */
  fatalError?: string
  /** A part of the paths that the firewall refuses. */
  firewall?: string
  limiter?: true
  plainPermalinks?: true
  sessionEnd?: 'jwt' | 'visitor'
  slashRedirect?: 'add' | 'remove'
  stripAuthorization?: true
  warnings?: 'hidden' | 'printed'
}

export interface WordPressSite {
  /** e.g. http://127.0.0.1:40123 */
  readonly url: string
  /** Sets the origin of the application, for links in mail. */
  setApplicationUrl(url: string): Promise<void>
  /** Replaces the switches. */
  switchOn(switches: Switches): Promise<void>
  /** Puts WordPress into maintenance mode, as an update does. */
  startMaintenance(): Promise<void>
  endMaintenance(): Promise<void>
  /** Restores the records and files of the prepared WordPress. */
  reset(): Promise<void>
  /** How many sessions WordPress has of an account. */
  countSessions(account: Account): Promise<number>
  endSessions(account: Account): Promise<void>
  /** The sent mail, oldest first. */
  mail(): Promise<Mail[]>
  stop(): Promise<void>
}

/** PHP processes that answer at once. A page sends several calls at the same time. */
const phpWorkers = '4'

/** A line of the file with the mail, with the arguments of `wp_mail`. */
interface WordPressMail {
  to: string
  subject: string
  message: string
}

const readIfExists = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')

/** Starts a copy of the prepared WordPress on a free port. */
export async function startSite(): Promise<WordPressSite> {
  const folder = await mkdtemp(join(tmpdir(), 'statecast-wordpress-'))
  await cp(sitePath, folder, { recursive: true })
  const file = (name: string) => join(folder, name)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, WORDPRESS_URL: url, PHP_CLI_SERVER_WORKERS: phpWorkers }
  const args = ['-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${port}`, '-t', folder, file('router.php')]
  // The leader of a group, because its workers survive it.
  const child = spawn(phpPath(), args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  })
  await once(child.stderr, 'data')
  child.stderr.resume()

  const runConsole = async (command: 'count' | 'end', account: Account): Promise<string> =>
    (await promisify(execFile)(phpPath(), [file('console.php'), command, account], { env })).stdout

  const database = join('wp-content', 'database', 'wordpress.sqlite')
  return {
    url,
    setApplicationUrl: (applicationUrl) => writeFile(file('application-url'), applicationUrl),
    switchOn: (switches) => writeFile(file('switches.json'), JSON.stringify(switches)),
    // WordPress ends the mode ten minutes after this time.
    startMaintenance: () => writeFile(file('.maintenance'), '<?php $upgrading = time();'),
    endMaintenance: () => rm(file('.maintenance'), { force: true }),
    reset: async () => {
      for (const name of ['switches.json', '.maintenance', 'mail.jsonl', join('wp-content', 'uploads')])
        await rm(file(name), { recursive: true, force: true })
      // A request that still runs keeps the old file.
      await copyFile(join(sitePath, database), file('copy.sqlite'))
      await rename(file('copy.sqlite'), file(database))
    },
    countSessions: async (account) => Number(await runConsole('count', account)),
    endSessions: async (account) => void (await runConsole('end', account)),
    mail: async () => {
      const lines = (await readIfExists(file('mail.jsonl'))).split('\n').filter((line) => line !== '')
      return lines.map((line) => {
        const { to, subject, message } = JSON.parse(line) as WordPressMail
        return { at: '', to, subject, text: message, links: message.match(/https?:\S+/g) ?? [] }
      })
    },
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null) {
        const exit = once(child, 'exit')
        process.kill(-child.pid, 'SIGKILL')
        await exit
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
