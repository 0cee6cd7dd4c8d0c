/**
 * Budgets of script: the first page, the application, and each screen beyond them with everything that it imports
 * statically.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { distFolder } from '../../server/install.mjs'

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly isDynamicEntry?: boolean
}

const client = join(distFolder(), 'client')
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>

/** The names of a chunk and of all chunks that it imports statically. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of manifest[name]?.imports ?? []) withImports(imported, found)
  return found
}

/** The size in KiB, compressed with gzip. */
const sizeOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => {
    const file = manifest[name]?.file ?? ''
    return sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).byteLength / 1024
  }, 0)

/** KiB by screen, about a tenth more than each takes. */
const budgets: Readonly<Record<string, number>> = {
  'activate/Activate': 6,
  'deviceSignIn/DeviceSignIn': 9,
  'devices/Devices': 48,
  'editProfile/EditProfile': 67,
  'favorites/Favorites': 26,
  'guide/Guide': 59,
  'invoice/Invoice': 20,
  'liveChannels/LiveChannels': 27,
  'packages/Packages': 21,
  'paymentCards/PaymentCards': 70,
  'profile/Profile': 37,
  'resetPassword/ResetPassword': 7,
  'subscribe/Subscribe': 104,
  'subscribeSuccess/SubscribeSuccess': 17,
  'support/BugReport': 8,
  'support/Faqs': 16,
  'support/Support': 48,
  'support/SupportForm': 8,
  'transactions/Transactions': 12,
  'upgrade/Upgrade': 106,
  'video/Video': 37,
  'viewProfile/ViewProfile': 14,
}

const keyOf = (screen: string) => `src/screens/${screen}.tsx`
/** The key of a group of files (vite.config.ts). */
function groupOf(name: string): string {
  const [key] = Object.entries(manifest).find(([, chunk]) => chunk.name === name) ?? []
  if (key === undefined) throw new Error(`The build has no group ${name}`)
  return key
}

const first = new Set(
  ['index.html', ...['react', 'root', 'visitor'].map(groupOf)].flatMap((name) => [...withImports(name)]),
)
const application = withImports('src/actors/sessionCalls.ts', withImports('src/app/createApp.tsx'))
const present = new Set([...first, ...application])

it('V8 compiles the scripts of a page when they load', () => {
  const isCompiledOnLoad = ({ file }: Chunk) =>
    readFileSync(join(client, file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n')
  // The worker of a library is a file of its package.
  const scripts = Object.values(manifest).filter(({ file, name }) => file.endsWith('.js') && name !== undefined)
  const others = scripts.filter((chunk) => !isCompiledOnLoad(chunk)).map(({ name }) => name)
  expect(others.sort(), 'large libraries of which a page calls a small part').toEqual(['hls', 'jspdf.es.min'])
})

describe('the budgets of script', () => {
  it('the first page', () => expect(sizeOf(first)).toBeLessThanOrEqual(130))

  it('the application with its router and its calls', () =>
    expect(sizeOf([...application].filter((name) => !first.has(name)))).toBeLessThanOrEqual(48))

  it('the shell of the signed-in pages', () =>
    expect(sizeOf([...withImports('src/app/AppShell.tsx')].filter((name) => !present.has(name)))).toBeLessThanOrEqual(
      50,
    ))

  it('every screen of the routes has a budget', () => {
    const routes = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'app', 'routes.tsx'), 'utf8')
    const screens = [...routes.matchAll(/import\('\.\.\/screens\/(.+?)\.tsx'\)/g)].map(([, screen]) => screen)
    expect([...new Set(screens)].sort()).toEqual(Object.keys(budgets).sort())
  })

  it.each(Object.entries(budgets))('%s', (screen, budget) => {
    expect(manifest[keyOf(screen)]).toMatchObject({ isDynamicEntry: true })
    expect(sizeOf([...withImports(keyOf(screen))].filter((name) => !present.has(name)))).toBeLessThanOrEqual(budget)
  })
})
