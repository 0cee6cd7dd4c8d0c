/** Data that the session has read reaches the query client, unless the client has newer data. */
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createQueryCache } from '../../src/app/queryCache.ts'

const queryKey = ['member', 2] as const

const createCache = () => {
  const client = new QueryClient()
  return { client, queryCache: createQueryCache(() => Promise.resolve(client)) }
}

describe('data seeded before the client is loaded', () => {
  it('is in the client from the start, with the time of its request', async () => {
    const { client, queryCache } = createCache()
    queryCache.seed({ queryKey, data: 'first', requestedAt: 1_000 })
    queryCache.seed({ queryKey, data: 'second', requestedAt: 2_000 })
    await queryCache.load()
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'second', dataUpdatedAt: 2_000 })
  })

  it('has all its records', async () => {
    const { client, queryCache } = createCache()
    queryCache.seed({ queryKey: ['user'], data: 'user', requestedAt: 1_000 })
    queryCache.seed({ queryKey, data: 'member', requestedAt: 2_000 })
    await queryCache.load()
    expect([client.getQueryData(['user']), client.getQueryData(queryKey)]).toEqual(['user', 'member'])
  })

  it('is removed when the user signs out', async () => {
    const { client, queryCache } = createCache()
    queryCache.seed({ queryKey, data: 'of the previous user', requestedAt: 1_000 })
    await queryCache.clear()
    await queryCache.load()
    expect(client.getQueryData(queryKey)).toBeUndefined()
  })
})

describe('data seeded later', () => {
  const createLoadedCache = async () => {
    const { client, queryCache } = createCache()
    await queryCache.load()
    client.setQueryData(queryKey, 'known', { updatedAt: 5_000 })
    return { queryCache, client }
  }

  it('replaces older data', async () => {
    const { queryCache, client } = await createLoadedCache()
    queryCache.seed({ queryKey, data: 'seeded', requestedAt: 6_000 })
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'seeded', dataUpdatedAt: 6_000 })
  })

  it('is ignored when its request was sent before the cached data arrived', async () => {
    const { queryCache, client } = await createLoadedCache()
    queryCache.seed({ queryKey, data: 'seeded', requestedAt: 4_000 })
    expect(client.getQueryData(queryKey)).toBe('known')
  })

  it('is ignored when the cached data have been invalidated', async () => {
    const { queryCache, client } = await createLoadedCache()
    await client.invalidateQueries({ queryKey })
    queryCache.seed({ queryKey, data: 'seeded', requestedAt: 6_000 })
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'known', isInvalidated: true })
  })

  it('is ignored while a request is running', async () => {
    const { queryCache, client } = await createLoadedCache()
    let resolveRead: (data: string) => void = () => undefined
    const reading = client.query({ queryKey, queryFn: () => new Promise<string>((resolve) => (resolveRead = resolve)) })
    queryCache.seed({ queryKey, data: 'seeded', requestedAt: 6_000 })
    expect(client.getQueryData(queryKey)).toBe('known')
    resolveRead('read')
    expect(await reading).toBe('read')
  })
})

describe('the client', () => {
  it('is undefined before it is loaded', () => {
    const queryCache = createQueryCache(() => Promise.resolve(new QueryClient()))
    expect(() => queryCache.get()).toThrow('not loaded')
  })

  it('is loaded once, and again after a failed load', async () => {
    const load = vi.fn(() => Promise.resolve(new QueryClient()))
    load.mockRejectedValueOnce(new Error('no chunk'))
    const queryCache = createQueryCache(load)
    await expect(queryCache.load()).rejects.toThrow('no chunk')
    await Promise.all([queryCache.load(), queryCache.load()])
    expect(load).toHaveBeenCalledTimes(2)
    expect(queryCache.get()).toBeInstanceOf(QueryClient)
  })
})
