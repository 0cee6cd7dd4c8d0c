// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { type ApiClient } from '../../src/api/apiClient.ts'
import { ReadError } from '../../src/api/readData.ts'
import { avatarQuery } from '../../src/queries/avatarQuery.ts'
import { channelQuery } from '../../src/queries/channelQuery.ts'
import { channelsQuery } from '../../src/queries/channelsQuery.ts'
import { faqsQuery } from '../../src/queries/faqsQuery.ts'
import { favoritesQuery } from '../../src/queries/favoritesQuery.ts'
import { memberQuery } from '../../src/queries/memberQuery.ts'
import { planQuery } from '../../src/queries/planQuery.ts'
import { plansQuery } from '../../src/queries/plansQuery.ts'
import { regionsQuery } from '../../src/queries/regionsQuery.ts'
import { savedCardsQuery } from '../../src/queries/savedCardsQuery.ts'
import { devicesQuery } from '../../src/queries/devicesQuery.ts'
import { transactionQuery } from '../../src/queries/transactionQuery.ts'
import { transactionsQuery } from '../../src/queries/transactionsQuery.ts'
import { userQuery } from '../../src/queries/userQuery.ts'
import { createFakeApi, refusalResponse } from './fakeApi.ts'

const user = { ID: 2, user_email: 'mara@ellison.example', display_name: 'Mara' }
const serverFault = 'Something went wrong on our side. Please try again.'
const noConnection = 'Statecast isn’t responding. Check your connection and try again.'
const noCards = 'Api is not loading because user id missing or network issue'
const noMembershipData = 'Something went wrong while fetching memberpress data'

type Read = (context: { api: ApiClient }, client: QueryClient) => Promise<unknown>

/** Every read with its texts for an invalid response and for an unreachable host. */
const reads: readonly [string, Read, string, string][] = [
  ['the avatar', (context, client) => client.query(avatarQuery(context, user)), serverFault, noConnection],
  ['a channel', (context, client) => client.query(channelQuery(context, 'harbor-one')), serverFault, noConnection],
  ['the channels', (context, client) => client.query(channelsQuery(context)), serverFault, noConnection],
  ['the FAQs', (context, client) => client.query(faqsQuery(context)), serverFault, noConnection],
  ['the favorites', (context, client) => client.query(favoritesQuery(context)), serverFault, noConnection],
  ['the member', (context, client) => client.query(memberQuery(context, 2)), noMembershipData, noMembershipData],
  ['a plan', (context, client) => client.query(planQuery(context, '2')), noMembershipData, noMembershipData],
  ['the plans', (context, client) => client.query(plansQuery(context)), noMembershipData, noMembershipData],
  ['the regions', (context, client) => client.query(regionsQuery(context)), serverFault, noConnection],
  ['the saved cards', (context, client) => client.query(savedCardsQuery(context, 2)), noCards, noCards],
  ['the devices', (context, client) => client.query(devicesQuery(context)), serverFault, noConnection],
  ['a transaction', (context, client) => client.query(transactionQuery(context, '2')), serverFault, noConnection],
  ['the transactions', (context, client) => client.query(transactionsQuery(context, 2, 1)), serverFault, noConnection],
  ['the user', (context, client) => client.query(userQuery(context)), noMembershipData, noMembershipData],
]

/** The error of one read with the response of `respond`, and the number of requests. */
async function readErrorOf(read: Read, respond: () => Response) {
  const fetch = vi.fn(async () => respond())
  const api = createFakeApi(fetch)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const error = await read({ api }, queryClient).catch((cause: unknown) => cause)
  return { error, requestCount: fetch.mock.calls.length }
}

describe('a read', () => {
  it.each(reads)('of %s fails with the same error class', async (_, read, invalidText, unreachableText) => {
    const refuse = () => refusalResponse(401, 'rest_not_logged_in', 'Please <b>sign in</b>.')
    const respondInvalid = () => new Response('<h1>502</h1>', { status: 502 })
    const loseConnection = () => {
      throw new TypeError('Failed to fetch')
    }
    for (const [respond, expected] of [
      [refuse, { kind: 'refused', code: 'rest_not_logged_in', message: 'Please sign in.' }],
      [respondInvalid, { kind: 'unreachable', message: invalidText }],
      [loseConnection, { kind: 'unreachable', message: unreachableText }],
    ] as const) {
      const { error } = await readErrorOf(read, respond)
      expect(error).toBeInstanceOf(ReadError)
      expect(error).toMatchObject(expected)
    }
  })

  it.each<[string, Read]>([
    ['plan', (context, client) => client.query(planQuery(context, 'abc'))],
    ['transaction', (context, client) => client.query(transactionQuery(context, '0'))],
  ])('of a %s whose id is no number fails without a request', async (_, read) => {
    const { error, requestCount } = await readErrorOf(read, () => Response.json({}))
    expect(error).toMatchObject({ name: 'ReadError', kind: 'refused' })
    expect(requestCount).toBe(0)
  })
})
