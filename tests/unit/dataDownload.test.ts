import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createDataDownloadActors } from '../../src/actors/dataDownload.ts'
import { defaults } from '../../src/app/configuration.ts'
import { saveFile } from '../../src/platform/saveFile.ts'
import { createFakeApi, refusalResponse } from './fakeApi.ts'

vi.mock('../../src/platform/saveFile.ts', () => ({ saveFile: vi.fn() }))

const responses: Readonly<Record<string, () => Response>> = {
  '/wp-json/custom-plugin/me/': () =>
    Response.json({ ID: 2, user_login: 'mara', user_email: 'mara@ellison.example', user_pass: '$P$secret-hash' }),
  '/wp-json/mp/v1/members/2': () => Response.json({ id: 2, email: 'mara@ellison.example', first_name: 'Mara' }),
  '/wp-json/mp/v1/memberships': () => Response.json([{ id: 102, title: 'Monthly', price: '19.99' }]),
  '/wp-json/mp/v1/transactions': () =>
    Response.json([{ id: '309', membership: '102', total: '19.99', trans_num: 'ch_309', status: 'complete' }]),
  '/wp-json/payment/v1/user-stripe-all-cards': () =>
    Response.json({
      cards: [{ id: 'pm_secret', card: { brand: 'visa', last4: '4242' }, billing_details: { name: 'Mara' } }],
      default_pay_method: 'pm_secret',
    }),
  '/wp-json/channel/v2/favourites': () => Response.json({ favourites: ['harbor-one'] }),
  '/wp-json/custom-plugin/sessions': () =>
    Response.json([{ id: 'secret-session', ip: '198.51.100.7', ua: 'Roku', login: 1_763_700_000, current: true }]),
}

/** Runs the download with these responses replaced. Returns the result and the text of the file. */
async function download(
  replaced: Readonly<Record<string, () => Response>> = {},
  hasFeature: (feature: string) => boolean = () => true,
) {
  const api = createFakeApi(async (request) => {
    const path = new URL((request as Request).url).pathname
    return (replaced[path] ?? responses[path] ?? (() => new Response('', { status: 404 })))()
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { makeFile } = createDataDownloadActors({
    ...{ api, queryClient, hasFeature },
    configuration: defaults,
    userId: () => 2,
  })
  const actor = createActor(makeFile)
  actor.start()
  const result = await toPromise(actor).catch((error: unknown) => error)
  const file = vi.mocked(saveFile).mock.calls.at(-1)
  return { result, name: file?.[0], text: (await file?.[1].text()) ?? '' }
}

afterEach(() => {
  vi.mocked(saveFile).mockClear()
})

describe('the data of an account', { tags: 'download.data' }, () => {
  it('is one JSON file with every part', async () => {
    const { result, name, text } = await download()
    expect([result, name]).toEqual([{ kind: 'saved', note: '' }, 'statecast-data.json'])
    expect(JSON.parse(text)).toMatchObject({
      missing: [],
      account: { id: 2, login: 'mara', email: 'mara@ellison.example' },
      membership: { firstName: 'Mara' },
      transactions: [{ id: 309, plan: 'Monthly', amount: 19.99 }],
      cards: [{ brand: 'visa', last4: '4242', holder: 'Mara', isDefault: true }],
      favorites: ['harbor-one'],
      devices: [{ ipAddress: '198.51.100.7', userAgent: 'Roku', signedInAt: '2025-11-21T04:40:00.000Z' }],
    })
  })

  it('has no token, key, password hash or id that a call accepts', async () => {
    const { text } = await download()
    for (const secret of ['secret', '$P$', 'pm_', 'token']) expect(text).not.toContain(secret)
  })

  it('names the parts that failed to load', async () => {
    const { result, text } = await download({
      '/wp-json/payment/v1/user-stripe-all-cards': () => new Response('<h1>502</h1>', { status: 502 }),
      '/wp-json/channel/v2/favourites': () => refusalResponse(429, 'too_many_requests', 'Please wait.'),
    })
    expect(result).toEqual({ kind: 'incomplete', missing: ['your saved cards', 'your favorites'] })
    expect(JSON.parse(text)).toMatchObject({ missing: ['cards', 'favorites'], account: { id: 2 } })
    expect(Object.keys(JSON.parse(text) as object)).not.toContain('cards')
  })

  it('is not saved if no part loads', async () => {
    const refuse = () => refusalResponse(429, 'too_many_requests', 'Please wait.')
    const { result, name } = await download(Object.fromEntries(Object.keys(responses).map((path) => [path, refuse])))
    expect([result, name]).toEqual([{ kind: 'refused', message: 'Please wait.' }, undefined])
  })

  it('leaves out what the host does not offer', async () => {
    const { result, text } = await download({}, () => false)
    expect(result).toEqual({ kind: 'saved', note: '' })
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      ...['createdAt', 'currency', 'missing', 'account', 'membership', 'cards'],
    ])
  })
})
