/** What the session has read for itself reaches the cache that the screens read, and never in the way of what is newer. */
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const queryKey = ['member', 2] as const

const importLazyQueryClient = async () => (await import('../../src/app/lazyQueryClient.ts')).lazyQueryClient

beforeEach(() => vi.resetModules())

describe('what was heard before the cache arrived', () => {
  it('is in it from the start, as old as it is', async () => {
    const reads = await importLazyQueryClient()
    const client = new QueryClient()
    reads.seed({ queryKey, data: 'first', askedAt: 1_000 })
    reads.seed({ queryKey, data: 'second', askedAt: 2_000 })
    reads.attach(client)
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'second', dataUpdatedAt: 2_000 })
  })

  it('goes with its user', async () => {
    const reads = await importLazyQueryClient()
    const client = new QueryClient()
    reads.seed({ queryKey, data: 'of the one before', askedAt: 1_000 })
    await reads.clear()
    reads.attach(client)
    expect(client.getQueryData(queryKey)).toBeUndefined()
  })
})

describe('what is heard later', () => {
  const begun = async () => {
    const reads = await importLazyQueryClient()
    const client = new QueryClient()
    reads.attach(client)
    client.setQueryData(queryKey, 'known', { updatedAt: 5_000 })
    return { reads, client }
  }

  it('takes the place of what is older', async () => {
    const { reads, client } = await begun()
    reads.seed({ queryKey, data: 'heard', askedAt: 6_000 })
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'heard', dataUpdatedAt: 6_000 })
  })

  it('is passed over where its question left before what is known came', async () => {
    const { reads, client } = await begun()
    reads.seed({ queryKey, data: 'heard', askedAt: 4_000 })
    expect(client.getQueryData(queryKey)).toBe('known')
  })

  it('does not hide that something was changed since', async () => {
    const { reads, client } = await begun()
    await client.invalidateQueries({ queryKey })
    reads.seed({ queryKey, data: 'heard', askedAt: 6_000 })
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'known', isInvalidated: true })
  })

  it('waits for nobody, and does not outrun what is being read', async () => {
    const { reads, client } = await begun()
    let answer: (data: string) => void = () => undefined
    const reading = client.fetchQuery({ queryKey, queryFn: () => new Promise<string>((resolve) => (answer = resolve)) })
    reads.seed({ queryKey, data: 'heard', askedAt: 6_000 })
    expect(client.getQueryData(queryKey)).toBe('known')
    answer('read')
    expect(await reading).toBe('read')
  })
})
