// @vitest-environment node
import { expect, it } from 'vitest'
import { createDeviceCodeStore } from '../../src/platform/deviceCodeStore.ts'
import { parseDeviceCode } from '../../src/api/deviceParsers.ts'
import { createFakeStorage } from './fakeStorage.ts'

const code = {
  deviceCode: 'dc_1',
  userCode: 'WDJB-MJHT',
  address: 'https://watch.test/activate',
  link: 'https://watch.test/activate?user_code=WDJB-MJHT',
  intervalMs: 5_000,
  lifetimeMs: 600_000,
}

function createStore() {
  let now = 1_000_000
  const storage = createFakeStorage()
  const store = createDeviceCodeStore(
    () => storage,
    () => now,
  )
  return { store, storage, setClock: (ms: number) => void (now = ms) }
}

it('returns the code with the time that is left', () => {
  const { store, setClock } = createStore()
  expect(store.get()).toBeUndefined()
  store.set(code)
  setClock(1_240_000)
  expect(store.get()).toEqual({ code, remainingMs: 360_000 })
  store.remove()
  expect(store.get()).toBeUndefined()
})

it('forgets a code that is about to expire', () => {
  const { store, storage, setClock } = createStore()
  store.set(code)
  setClock(1_590_000)
  expect(store.get()?.remainingMs).toBe(10_000)
  setClock(1_590_001)
  expect(store.get()).toBeUndefined()
  expect(storage.getItem('deviceCode')).toBeNull()
})

it('makes no code last longer when the clock is set back', () => {
  const { store, setClock } = createStore()
  store.set(code)
  setClock(0)
  expect(store.get()?.remainingMs).toBe(600_000)
})

it('works without storage', () => {
  const store = createDeviceCodeStore(() => {
    throw new Error('blocked')
  })
  store.set(code)
  expect(store.get()).toBeUndefined()
})

const response = {
  device_code: 'dc_1',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://watch.test/activate',
  expires_in: 600,
}

it.each([
  ['the default interval', {}, 600_000, 5_000],
  ['numbers as text', { expires_in: '300', interval: '7' }, 300_000, 7_000],
  ['an interval of zero', { interval: 0 }, 600_000, 1_000],
  ['an interval of a day', { interval: 86_400 }, 600_000, 60_000],
  ['a code for a year', { expires_in: 31_536_000 }, 1_800_000, 5_000],
])('a response with %s is limited to what a user looks at', (_, more, lifetimeMs, intervalMs) => {
  expect(parseDeviceCode({ ...response, ...more })).toMatchObject({ lifetimeMs, intervalMs })
})

it.each(['javascript:alert(1)', 'http://watch.test/activate', '//watch.test', 'https://watch.test/a b', 7])(
  'the address %s is refused',
  (address) => {
    expect(() => parseDeviceCode({ ...response, verification_uri: address })).toThrow()
  },
)
