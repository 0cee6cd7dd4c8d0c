import { fromCallback, fromPromise } from 'xstate'
import { type CodeResult, type PageEvent, type TokenResult } from '../../machines/deviceSignIn.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseDeviceCode } from '../api/deviceParsers.ts'
import { parseSignIn } from '../api/memberParsers.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type Cookies } from '../platform/cookies.ts'
import { type DeviceCodeStore } from '../platform/deviceCodeStore.ts'
import { storeSignIn } from './storeSignIn.ts'

type Dependencies = {
  api: ApiClient
  storage: BrowserStorage
  cookies: Cookies
  codeStore: DeviceCodeStore
  page: () => Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** The refusals of `device/token` that RFC 8628 defines. */
const outcomes = {
  authorization_pending: { kind: 'pending' },
  slow_down: { kind: 'slowDown' },
  access_denied: { kind: 'denied' },
  expired_token: { kind: 'expired' },
} as const satisfies Record<string, TokenResult>

const isOutcome = (code: string): code is keyof typeof outcomes => Object.hasOwn(outcomes, code)

/** The actors of the deviceSignIn machine, except `startSession`. */
export const createDeviceSignInActors = ({ api, storage, cookies, codeStore, page: getPage }: Dependencies) => ({
  requestCode: fromPromise<CodeResult>(async ({ signal }) => {
    // Without cookies the television could not stay signed in.
    if (cookies.blockedReason() !== undefined) return { kind: 'cookiesBlocked' }
    const stored = codeStore.get()
    if (stored) return { kind: 'granted', code: { ...stored.code, remainingMs: stored.remainingMs } }
    const result = await toApiResult(api.POST('/wp-json/custom-plugin/device/code', { signal }), parseDeviceCode)
    if (result.kind === 'refused') return { kind: 'refused', message: result.refusal.message }
    codeStore.set(result.data)
    return { kind: 'granted', code: { ...result.data, remainingMs: result.data.lifetimeMs } }
  }),

  requestTokens: fromPromise<TokenResult, { deviceCode: string }>(async ({ input: { deviceCode }, signal }) => {
    // A television has one user and no keyboard, so it stays signed in.
    const remember = true
    const result = await toApiResult(
      api.POST('/wp-json/custom-plugin/device/token', {
        body: { device_code: deviceCode, remember_me: remember },
        signal,
      }),
      parseSignIn,
    )
    if (result.kind === 'refused') {
      const { code, message } = result.refusal
      const outcome: TokenResult = isOutcome(code) ? outcomes[code] : { kind: 'refused', message }
      if (outcome.kind !== 'pending' && outcome.kind !== 'slowDown') codeStore.remove()
      return outcome
    }
    codeStore.remove()
    const user = storeSignIn(storage, result.data, remember)
    return user ? { kind: 'granted', user } : { kind: 'cookiesBlocked' }
  }),

  watchPage: fromCallback<PageEvent>(({ sendBack }) => {
    const page = getPage()
    const report = () => sendBack({ type: page.visibilityState === 'hidden' ? 'page.hidden' : 'page.shown' })
    report()
    page.addEventListener('visibilitychange', report)
    return () => page.removeEventListener('visibilitychange', report)
  }),
})
