// @vitest-environment node
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCardHolderLoader } from '../../src/actors/cardHolder.ts'
import { createFakeApi, refusalResponse } from './fakeApi.ts'

const email = 'mara@statecast.test'
const user = () =>
  Response.json({
    data: { ID: 2, display_name: 'Mara Ellison', user_login: 'mara', user_email: email, user_phone: '+1 212 555 0142' },
  })

/** The loader with a host that sends the response of `respond`. `aborted` is called for an aborted request. */
function createCardHolder(respond: () => Response | Promise<Response>) {
  const aborted = vi.fn()
  const api = createFakeApi(async (_, { signal }) => {
    signal.addEventListener('abort', aborted)
    return respond()
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return { load: createCardHolderLoader({ api, queryClient }, email), queryClient, aborted }
}

const neverRespond = () => new Promise<Response>(() => undefined)
const respondAfter = (ms: number) => () => new Promise<Response>((resolve) => setTimeout(() => resolve(user()), ms))

describe('the card holder', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    onlineManager.setOnline(true)
    vi.useRealTimers()
  })

  it.each([
    ['immediately', user],
    ['after 1.5 seconds', respondAfter(1_500)],
  ])('has the phone number that arrives %s', async (_, respond) => {
    const { load, aborted } = createCardHolder(respond)
    const loading = load()
    await vi.advanceTimersByTimeAsync(1_600)
    expect(await loading).toEqual({ email, phone: '+1 212 555 0142' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(aborted).not.toHaveBeenCalled()
  })

  it.each([
    ['does not arrive', neverRespond],
    ['arrives too late', respondAfter(10_000)],
  ])('has no phone number after two seconds if it %s', async (_, respond) => {
    const { load, aborted } = createCardHolder(respond)
    const resolved = vi.fn()
    void Promise.resolve(load()).then(resolved)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(resolved).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(resolved).toHaveBeenCalledWith({ email, phone: '' })
    expect(aborted, 'the request is aborted').toHaveBeenCalledOnce()
  })

  it('has the phone number that the session has read, without a request or a wait', () => {
    const { load, queryClient } = createCardHolder(neverRespond)
    queryClient.setQueryData(['user'], { phone: '+1 212 555 0199' }, { updatedAt: Date.now() - 3_600_000 })
    expect(load()).toEqual({ email, phone: '+1 212 555 0199' })
  })

  it('has the phone number of the present record after an edit', async () => {
    const { load, queryClient } = createCardHolder(user)
    queryClient.setQueryData(['user'], { phone: '+1 212 555 0199' })
    await queryClient.invalidateQueries({ queryKey: ['user'], refetchType: 'none' })
    expect(await load()).toEqual({ email, phone: '+1 212 555 0142' })
  })

  it('has no phone number if the request is refused or the browser is offline', async () => {
    const refused = createCardHolder(() => refusalResponse(403, 'no', 'No.'))
    expect(await refused.load()).toEqual({ email, phone: '' })

    onlineManager.setOnline(false)
    const resolved = vi.fn()
    void Promise.resolve(createCardHolder(user).load()).then(resolved)
    await vi.advanceTimersByTimeAsync(2_100)
    expect(resolved).toHaveBeenCalledWith({ email, phone: '' })
  })
})
