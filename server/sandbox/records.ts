import { createClient, type Client } from '@libsql/client'
import { eq } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { resourcePath } from '../root.ts'
import { createSeedRecords } from './seed/records.ts'
import * as tables from './tables.ts'

export type Database = LibSQLDatabase<typeof tables> & { $client: Client }

/** The sandbox cannot start. The message is one line for the terminal. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
}

/** The sandbox's records. A change is on disk before its response is sent. */
export interface Records {
  readonly db: Database
  readonly streamSecret: () => string
  /** Replaces the secret, which invalidates every stream URL issued so far. */
  readonly renewStreamSecret: () => Promise<void>
  /** Restores the seeded records as of this time, in one transaction. */
  readonly reset: (at: Date) => Promise<void>
  /** Runs related reads and writes without interleaving with another exclusive run. */
  readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Releases the folder. A killed process loses no data. */
  readonly close: () => Promise<void>
}

const STREAM_SECRET = 'stream_secret'
const SEEDED_AT = 'seeded_at'

/** Returns the innermost cause: the driver's error in the query error. */
function rootCauseOf(error: unknown): { readonly code: string; readonly reason: string } {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  const code = inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : ''
  return { code, reason: (inner instanceof Error ? inner.message : String(inner)).split('\n', 1)[0] ?? '' }
}

function errorTextFor(error: unknown, file: string, folder: string): string {
  const { code, reason } = rootCauseOf(error)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return `The records in ${folder} are in use by another sandbox. Stop it, or set DATA to another folder.`
  }
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return `The records in ${file} are damaged. Delete or rename the folder ${folder} to start with the seeded records.`
  }
  return `The records in ${folder} can't be opened (${reason}).`
}

async function openDatabase(folder: string, file: string): Promise<Database> {
  await mkdir(folder, { recursive: true })
  // Only one connection, because with a second one a write could deadlock its own thread.
  const client = createClient({ url: pathToFileURL(file).href, concurrency: 1, timeout: 500 })
  try {
    // Exclusive before the first read. The kernel holds the lock, so a killed process leaves none behind.
    await client.execute('PRAGMA locking_mode = EXCLUSIVE')
    await client.execute('PRAGMA journal_mode = WAL')
    await client.execute('PRAGMA synchronous = FULL')
    const check = await client.execute('PRAGMA quick_check(1)')
    if (check.rows[0]?.['quick_check'] !== 'ok') {
      throw Object.assign(new Error('quick_check failed'), { code: 'SQLITE_CORRUPT' })
    }
    const db = drizzle(client, { schema: tables })
    await migrate(db, { migrationsFolder: resourcePath('server/sandbox/migrations') })
    await client.execute('PRAGMA foreign_keys = ON')
    return db
  } catch (error) {
    client.close()
    throw error
  }
}

/** Replaces all records with the seed in one transaction. The stream secret stays, so running streams continue. */
async function reseed(db: Database, at: Date, secret: string): Promise<void> {
  const seed = await createSeedRecords(at)
  await db.batch([
    db.delete(tables.mail),
    db.delete(tables.ledger),
    db.delete(tables.idempotencyKeys),
    db.delete(tables.paypalSubscriptions),
    db.delete(tables.paypalProducts),
    db.delete(tables.paymentIntents),
    db.delete(tables.paymentMethods),
    db.delete(tables.passwordResets),
    db.delete(tables.emailChanges),
    db.delete(tables.eraseRequests),
    db.delete(tables.deviceCodes),
    db.delete(tables.wrongDeviceCodes),
    db.delete(tables.pictures),
    db.delete(tables.channelRequests),
    db.delete(tables.sessions),
    db.delete(tables.favorites),
    db.delete(tables.cards),
    db.delete(tables.transactions),
    db.delete(tables.subscriptions),
    db.delete(tables.accounts),
    db.delete(tables.settings),
    db.insert(tables.accounts).values([...seed.accounts]),
    db.insert(tables.subscriptions).values([...seed.subscriptions]),
    db.insert(tables.transactions).values([...seed.transactions]),
    db.insert(tables.cards).values([...seed.cards]),
    db.insert(tables.favorites).values([...seed.favorites]),
    db.insert(tables.sessions).values([...seed.sessions]),
    db.insert(tables.settings).values([
      { name: STREAM_SECRET, value: secret },
      { name: SEEDED_AT, value: at.toISOString() },
    ]),
  ])
}

/** Opens the database and seeds it when it is new. An interrupted seeding is repeated. */
async function openSeededDatabase(
  folder: string,
  file: string,
  now: () => Date,
): Promise<{ readonly db: Database; readonly streamSecret: string }> {
  const db = await openDatabase(folder, file)
  try {
    const [stored] = await db.select().from(tables.settings).where(eq(tables.settings.name, STREAM_SECRET))
    if (stored) return { db, streamSecret: stored.value }
    const streamSecret = randomBytes(32).toString('base64url')
    await reseed(db, now(), streamSecret)
    return { db, streamSecret }
  } catch (error) {
    db.$client.close()
    throw error
  }
}

/**
 * Opens the records in a folder, migrates their tables and seeds them when they are new.
 * Rejects with a SandboxError when another process holds them or they cannot be read.
 */
export async function openRecords(data: string, now: () => Date): Promise<Records> {
  const folder = resolve(data)
  const file = join(folder, 'records.sqlite')
  const { db, streamSecret } = await openSeededDatabase(folder, file, now).catch((error: unknown) => {
    throw new SandboxError(errorTextFor(error, file, folder), { cause: error })
  })
  let secret = streamSecret

  let previous: Promise<unknown> = Promise.resolve()
  const runExclusive = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const run = previous.then(work)
    previous = run.catch(() => undefined)
    return run
  }
  return {
    db,
    streamSecret: () => secret,
    renewStreamSecret: () =>
      runExclusive(async () => {
        const next = randomBytes(32).toString('base64url')
        await db.update(tables.settings).set({ value: next }).where(eq(tables.settings.name, STREAM_SECRET))
        secret = next
      }),
    reset: (at) => runExclusive(() => reseed(db, at, secret)),
    runExclusive,
    close: () =>
      runExclusive(async () => {
        const { $client: client } = db
        if (client.closed) return
        // The driver keeps a closed connection, and its lock, until its statements are garbage collected.
        await client.execute('PRAGMA journal_mode = DELETE')
        await client.execute('PRAGMA locking_mode = NORMAL')
        await client.execute('SELECT 1 FROM settings')
        client.close()
      }),
  }
}
