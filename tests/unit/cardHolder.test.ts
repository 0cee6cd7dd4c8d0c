// @vitest-environment node
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCardHolderLoader } from '../../src/actors/cardHolder.ts'
import { createApiClient } from '../../src/api/apiClient.ts'

const email = 'mara@statecast.test'
const user = () =>
  Response.json({
    data: { ID: 2, display_name: 'Mara Ellison', user_login: 'mara', user_email: email, user_phone: '+1 212 555 0142' },
  })

/** Who pays, with a host that answers so. `waits` says in ms when the answer is there. */
function createCardHolder(answer: () => Response | Promise<Response>) {
  let abandoned = 0
  const api = createApiClient({
    baseUrl: 'https://host.test',
    token: () => 'token',
    xsrf: () => 'cross-site',
    fetch: async (_, { signal }) => {
      signal.addEventListener('abort', () => (abandoned += 1))
      return answer()
    },
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return { ask: createCardHolderLoader({ api, queryClient }, email), abandoned: () => abandoned }
}

const neverAnswer = () => new Promise<Response>(() => undefined)
const answerAfter = (ms: number) => () =>
  new Promise<Response>((resolve) => {
    setTimeout(() => resolve(user()), ms)
  })

describe('who pays by card', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    onlineManager.setOnline(true)
    vi.useRealTimers()
  })

  it.each([
    ['at once', user],
    ['in a moment', answerAfter(1_500)],
  ])('has the phone number that is told %s', async (_, answer) => {
    const { ask, abandoned } = createCardHolder(answer)
    const asked = ask()
    await vi.advanceTimersByTimeAsync(1_600)
    expect(await asked).toEqual({ email, phone: '+1 212 555 0142' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(abandoned()).toBe(0)
  })

  it.each([
    ['does not come', neverAnswer],
    ['comes late', answerAfter(10_000)],
  ])('pays without the phone number that %s, after two seconds', async (_, answer) => {
    const { ask, abandoned } = createCardHolder(answer)
    const told = vi.fn()
    void ask().then(told)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(told).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(told).toHaveBeenCalledWith({ email, phone: '' })
    expect(abandoned(), 'it is not asked for any longer').toBe(1)
  })

  it('pays without the phone number that is refused, or that the browser has no line for', async () => {
    const refused = createCardHolder(() =>
      Response.json({ code: 'no', message: 'No.', data: { status: 403 } }, { status: 403 }),
    )
    expect(await refused.ask()).toEqual({ email, phone: '' })

    onlineManager.setOnline(false)
    const told = vi.fn()
    void createCardHolder(user).ask().then(told)
    await vi.advanceTimersByTimeAsync(2_100)
    expect(told).toHaveBeenCalledWith({ email, phone: '' })
  })
})
