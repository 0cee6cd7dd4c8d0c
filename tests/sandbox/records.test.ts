import { createClient } from '@libsql/client'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { getTableName, is } from 'drizzle-orm'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandbox, SandboxError } from '../../server/sandbox/index.ts'
import { openRecords } from '../../server/sandbox/records.ts'
import * as tables from '../../server/sandbox/tables.ts'

const now = () => new Date('2026-11-21T10:00:00.000Z')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statecast-records-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const databaseOf = (data: string) => createClient({ url: pathToFileURL(join(data, 'records.sqlite')).href })

/** The message of the SandboxError. */
async function startErrorOf(opening: Promise<unknown>): Promise<string> {
  const error = (await opening.catch((reason: unknown) => reason)) as SandboxError
  expect(error).toBeInstanceOf(SandboxError)
  expect(error.message).not.toContain('\n')
  return error.message
}

describe('opening the records', () => {
  it('creates the folder, the tables and the seed', async () => {
    const data = join(folder, 'a', 'b')
    const records = await openRecords(data, now)
    expect(await records.db.$count(tables.accounts)).toBe(5)
    expect(await records.db.$count(tables.cards)).toBe(2)
    await records.close()
  })

  it('creates every table as tables.ts defines it', async () => {
    const records = await openRecords(folder, now)
    const { $client: client } = records.db
    const described = Object.values(tables).filter((table) => is(table, SQLiteTable))
    expect(described.length).toBeGreaterThan(8)
    for (const table of described) {
      const columns = await client.execute(`SELECT * FROM pragma_table_info('${getTableName(table)}')`)
      const found = columns.rows.map((row) => [
        row['name'],
        (row['type'] as string).toLowerCase(),
        row['notnull'] === 1,
      ])
      const config = getTableConfig(table)
      expect(found).toEqual(config.columns.map((column) => [column.name, column.getSQLType(), column.notNull]))
      const indexes = await client.execute(`SELECT name FROM pragma_index_list('${config.name}') WHERE origin = 'c'`)
      expect(indexes.rows.map((row) => row['name'])).toEqual(config.indexes.map((index) => index.config.name))
    }
    const made = await client.execute(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    expect(made.rows.length).toBe(described.length + 1)
    await records.close()
  })

  it('lists every migration file in the journal', async () => {
    const migrations = new URL('../../server/sandbox/migrations/', import.meta.url)
    const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
    const journal = JSON.parse(await readFile(new URL('meta/_journal.json', migrations), 'utf8')) as {
      entries: { tag: string }[]
    }
    expect(journal.entries.map((entry) => `${entry.tag}.sql`)).toEqual(files.toSorted())
  })

  it('keeps existing records', async () => {
    const first = await openRecords(folder, now)
    await first.db.delete(tables.favorites)
    const secret = first.streamSecret()
    await first.close()
    const second = await openRecords(folder, () => new Date('2027-01-01T00:00:00.000Z'))
    expect(await second.db.$count(tables.favorites)).toBe(0)
    expect(second.streamSecret()).toBe(secret)
    await second.close()
  })

  it('migrates older records', async () => {
    const records = await openRecords(folder, now)
    await records.db.delete(tables.favorites)
    await records.close()
    // The records of the first release.
    const client = databaseOf(folder)
    const added = [
      'password_resets',
      'channel_requests',
      'address_changes',
      'erase_requests',
      'device_codes',
      'wrong_device_codes',
      'pictures',
      'idempotency_keys',
    ]
    const ofPayments = ['paypal_subscriptions', 'paypal_products', 'payment_intents', 'payment_methods']
    await client.batch([
      ...[...added, ...ofPayments].map((table) => `DROP TABLE ${table}`),
      'ALTER TABLE cards DROP COLUMN test_card',
      'ALTER TABLE subscriptions DROP COLUMN card_brand',
      'DELETE FROM __drizzle_migrations WHERE created_at > 1795219200000',
    ])
    client.close()
    const again = await openRecords(folder, now)
    const { passwordResets, channelRequests, favorites, idempotencyKeys, pictures } = tables
    for (const table of [passwordResets, channelRequests, favorites, idempotencyKeys, pictures])
      expect(await again.db.$count(table)).toBe(0)
    expect(await again.db.$count(tables.accounts)).toBe(5)
    expect((await again.db.select().from(tables.cards)).map((card) => card.testCard)).toEqual(['visa', 'visa'])
    const brands = (await again.db.select().from(tables.subscriptions)).map(({ cardBrand }) => cardBrand)
    // A card that was removed has no brand.
    expect(brands).toEqual(['visa', '', '', '', ''])
    await again.close()
  })

  it('seeds after an interrupted start', async () => {
    const records = await openRecords(folder, now)
    await records.db.delete(tables.settings)
    await records.close()
    const again = await openRecords(folder, now)
    expect(await again.db.$count(tables.accounts)).toBe(5)
    await again.close()
  })

  it('enforces the constraints of the tables', async () => {
    const records = await openRecords(folder, now)
    const { $client: client } = records.db
    await expect(client.execute("INSERT INTO favourites VALUES (99, 'rotunda', 'x')")).rejects.toThrow(/FOREIGN KEY/)
    await expect(client.execute("UPDATE subscriptions SET status = 'canceled'")).rejects.toThrow(/CHECK/)
    await records.close()
  })
})

describe('errors of the folder', () => {
  it('another sandbox uses it', async () => {
    const sandbox = await createSandbox({ data: folder, now })
    expect(await startErrorOf(createSandbox({ data: folder, now }))).toBe(
      `The records in ${folder} are in use by another sandbox. Stop it, or set DATA to another folder.`,
    )
    await sandbox.close()
    await (await createSandbox({ data: folder, now })).close()
  })

  it('the file is not a database', async () => {
    await writeFile(join(folder, 'records.sqlite'), 'not a database, but long enough to be parsed as one '.repeat(20))
    expect(await startErrorOf(createSandbox({ data: folder, now }))).toBe(
      `The records in ${folder}/records.sqlite are damaged. Delete or rename the folder ${folder} to start with the seeded records.`,
    )
  })

  it('the file is partly overwritten', async () => {
    await (await createSandbox({ data: folder, now })).close()
    const file = join(folder, 'records.sqlite')
    const bytes = await readFile(file)
    bytes.fill(0xa5, 4096, 4096 * 6)
    await writeFile(file, bytes)
    expect(await startErrorOf(createSandbox({ data: folder, now }))).toContain('are damaged')
  })

  it('a table is missing', async () => {
    await (await createSandbox({ data: folder, now })).close()
    const client = databaseOf(folder)
    await client.execute('DROP TABLE settings')
    client.close()
    expect(await startErrorOf(createSandbox({ data: folder, now }))).toContain("can't be opened")
  })

  it('the folder is a file', async () => {
    const file = join(folder, 'data')
    await writeFile(file, '')
    expect(await startErrorOf(createSandbox({ data: file, now }))).toContain(`The records in ${file} can't be opened`)
  })

  it('records.sqlite is a folder', async () => {
    await mkdir(join(folder, 'records.sqlite'))
    expect(await startErrorOf(createSandbox({ data: folder, now }))).toContain("can't be opened")
  })
})

describe('reset', () => {
  it('empties the tables without seeded rows', async () => {
    const records = await openRecords(folder, now)
    const at = now().toISOString()
    await records.db.insert(tables.passwordResets).values({ member: 2, keyHash: 'x', requestedAt: at, expiresAt: at })
    await records.db.insert(tables.channelRequests).values({ member: 2, channel: 'x', requestedAt: at })
    await records.db.insert(tables.emailChanges).values({ member: 2, email: 'x', keyHash: 'x', expiresAt: at })
    await records.db.insert(tables.pictures).values({ member: 2, name: 'x', type: 'x', bytes: Buffer.from('x') })
    await records.reset(now())
    for (const table of [tables.emailChanges, tables.pictures, tables.passwordResets, tables.channelRequests])
      expect(await records.db.$count(table)).toBe(0)
    await records.close()
  })

  it('is atomic', async () => {
    const records = await openRecords(folder, now)
    await records.db.delete(tables.favorites)
    const { $client: client } = records.db
    // The last statement of the seed fails, so the earlier ones must have no effect.
    await client.execute(
      "CREATE TRIGGER broken BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'no room left on the disk'); END",
    )
    await expect(records.reset(now())).rejects.toThrow()
    expect(await records.db.$count(tables.favorites)).toBe(0)
    expect(await records.db.$count(tables.accounts)).toBe(5)
    expect(await records.db.$count(tables.settings)).toBe(2)
    await client.execute('DROP TRIGGER broken')
    await records.reset(now())
    expect(await records.db.$count(tables.favorites)).toBe(4)
    await records.close()
  })
})
