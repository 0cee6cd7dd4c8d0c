import { fromPromise } from 'xstate'
import { type FileResult } from '../../machines/fileDownload.ts'
import { type Feature } from '../app/configuration.ts'
import { ReadError, toRefusedResult } from '../api/readData.ts'
import { saveFile } from '../platform/saveFile.ts'
import { devicesQuery } from '../queries/devicesQuery.ts'
import { favoritesQuery } from '../queries/favoritesQuery.ts'
import { memberQuery } from '../queries/memberQuery.ts'
import { savedCardsQuery } from '../queries/savedCardsQuery.ts'
import { userQuery } from '../queries/userQuery.ts'
import { readAllPayments, type HistoryDependencies } from './history.ts'

type Dependencies = HistoryDependencies & { hasFeature: (feature: Feature) => boolean }

/** A part of the data. `name` is its name in a sentence; `key` is its key in the file. */
type Part = { key: string; name: string; read: () => Promise<unknown> }

const toIsoDate = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString()

/**
 * What the product can read about a user. The ids of saved cards and devices are left out: the host accepts them in calls
 * that pay with a card or sign a device out.
 */
function partsOf(dependencies: Dependencies): readonly Part[] {
  const { api, queryClient, userId, hasFeature } = dependencies
  const context = { api }
  const fresh = { staleTime: 0 }
  const part = (key: string, name: string, read: Part['read']): Part => ({ key, name, read })
  return [
    part('account', 'your account details', () => queryClient.query({ ...userQuery(context), ...fresh })),
    part('membership', 'your membership', () => queryClient.query({ ...memberQuery(context, userId()), ...fresh })),
    ...(hasFeature('transactions') ? [part('transactions', 'your payments', () => readAllPayments(dependencies))] : []),
    part('cards', 'your saved cards', async () => {
      const { cards, defaultCard } = await queryClient.query({ ...savedCardsQuery(context, userId()), ...fresh })
      return cards.map(({ id, ...card }) => ({ ...card, isDefault: id === defaultCard }))
    }),
    ...(hasFeature('favorites')
      ? [part('favorites', 'your favorites', () => queryClient.query({ ...favoritesQuery(context), ...fresh }))]
      : []),
    ...(hasFeature('devices')
      ? [
          part('devices', 'your devices', async () => {
            const devices = await queryClient.query({ ...devicesQuery(context), ...fresh })
            return devices.map(({ ipAddress, userAgent, signedInAt, expiresAt, current }) => ({
              ...{ ipAddress, userAgent, current },
              ...{ signedInAt: toIsoDate(signedInAt), expiresAt: toIsoDate(expiresAt) },
            }))
          }),
        ]
      : []),
  ]
}

/** The actors that save the data of a user as one JSON file. */
export const createDataDownloadActors = (dependencies: Dependencies) => ({
  makeFile: fromPromise<FileResult>(async () => {
    const parts = partsOf(dependencies)
    const results = await Promise.allSettled(parts.map(({ read }) => read()))
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    if (failed.length === parts.length) {
      // The host's reason, if it gave one for any part. Throws what is not a refusal.
      return toRefusedResult(
        failed.find((error) => error instanceof ReadError && error.kind === 'refused') ?? failed[0],
      )
    }
    const missing = parts.filter((_, i) => results[i]?.status === 'rejected')
    const { brand, money } = dependencies.configuration
    const data = {
      createdAt: new Date().toISOString(),
      currency: money.currency,
      missing: missing.map(({ key }) => key),
      ...Object.fromEntries(
        parts.flatMap(({ key }, i) => {
          const result = results[i]
          return result?.status === 'fulfilled' ? [[key, result.value]] : []
        }),
      ),
    }
    const file = new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' })
    saveFile(`${brand.name.toLowerCase()}-data.json`, file)
    return missing.length > 0
      ? { kind: 'incomplete', missing: missing.map(({ name }) => name) }
      : { kind: 'saved', note: '' }
  }),
})
