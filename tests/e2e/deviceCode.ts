/** The other half of a sign-in by code: the television or the phone, through the API. */
import { request, type APIRequestContext } from '@playwright/test'
import { loginOf, password, type Account } from './fixture.ts'

type Answer = { readonly status: number; readonly body: unknown }

/** Sends calls of one device with its own cookies. */
async function openDevice(baseURL: string, userAgent?: string) {
  const api: APIRequestContext = await request.newContext({ baseURL, ...(userAgent && { userAgent }) })
  // The page sets the cookie XSRF-TOKEN.
  await api.get('/signin')
  const { cookies } = await api.storageState()
  const xsrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  return async (call: string, data: object | undefined, bearer?: string): Promise<Answer> => {
    const headers = { XSRF: xsrf, ...(bearer && { Authorization: `Bearer ${bearer}` }) }
    const response = await api.post(`/wp-json/custom-plugin/${call}`, { ...(data && { data }), headers })
    return { status: response.status(), body: await response.json() }
  }
}

/** The user code of another television. */
export async function requestUserCode(baseURL: string, userAgent = 'Roku/DVP-14.0'): Promise<string> {
  const send = await openDevice(baseURL, userAgent)
  const { body } = await send('device/code', undefined)
  return (body as { user_code: string }).user_code
}

/** Approves or denies the code of a television on another phone. */
export async function decideCode(
  baseURL: string,
  account: Account,
  userCode: string,
  decision: 'approve' | 'deny',
): Promise<void> {
  const send = await openDevice(baseURL)
  const credentials = { username: loginOf(account), password, remember_me: '' }
  const { body } = await send('user-login', credentials)
  const { access_token: bearer } = body as { access_token: string }
  const answer = await send('device/approve', { user_code: userCode, decision }, bearer)
  if (answer.status !== 200) throw new Error(`The code ${userCode} can't be decided: ${JSON.stringify(answer)}`)
}
