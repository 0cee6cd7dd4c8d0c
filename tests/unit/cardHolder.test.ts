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

/** The loader with a host that gives `answer`. `abandoned` is called for an aborted request. */
function createCardHolder(answer: () => Response | Promise<Response>) {
  const abandoned = vi.fn()
  const api = createFakeApi(async (_, { signal }) => {
    signal.addEventListener('abort', abandoned)
    return answer()
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return { load: createCardHolderLoader({ api, queryClient }, email), abandoned }
}

const neverAnswer = () => new Promise<Response>(() => undefined)
const answerAfter = (ms: number) => () => new Promise<Response>((resolve) => setTimeout(() => resolve(user()), ms))

describe('the card holder', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    onlineManager.setOnline(true)
    vi.useRealTimers()
  })

  it.each([
    ['immediately', user],
    ['after 1.5 seconds', answerAfter(1_500)],
  ])('has the phone number that arrives %s', async (_, answer) => {
    const { load, abandoned } = createCardHolder(answer)
    const loading = load()
    await vi.advanceTimersByTimeAsync(1_600)
    expect(await loading).toEqual({ email, phone: '+1 212 555 0142' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(abandoned).not.toHaveBeenCalled()
  })

  it.each([
    ['does not arrive', neverAnswer],
    ['arrives too late', answerAfter(10_000)],
  ])('has no phone number after two seconds if it %s', async (_, answer) => {
    const { load, abandoned } = createCardHolder(answer)
    const resolved = vi.fn()
    void load().then(resolved)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(resolved).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(resolved).toHaveBeenCalledWith({ email, phone: '' })
    expect(abandoned, 'the request is aborted').toHaveBeenCalledOnce()
  })

  it('has no phone number if the call is refused or the browser is offline', async () => {
    const refused = createCardHolder(() => refusalResponse(403, 'no', 'No.'))
    expect(await refused.load()).toEqual({ email, phone: '' })

    onlineManager.setOnline(false)
    const resolved = vi.fn()
    void createCardHolder(user).load().then(resolved)
    await vi.advanceTimersByTimeAsync(2_100)
    expect(resolved).toHaveBeenCalledWith({ email, phone: '' })
  })
})
