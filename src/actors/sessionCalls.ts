/**
 * The calls of the session and of the sign-in page, in a chunk of their own: the form works before its parsers have
 * loaded.
 */
import { type Credentials } from '../../machines/signIn.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseMember, parseSignIn, parseUser } from '../api/memberParsers.ts'

export { createApiClient } from '../api/apiClient.ts'
export { roleOf } from '../api/role.ts'

export const signIn = (api: ApiClient, { login, password, remember }: Credentials, signal: AbortSignal) =>
  toApiResult(
    api.POST('/wp-json/custom-plugin/user-login', {
      body: { username: login, password, remember_me: remember || '' },
      signal,
    }),
    parseSignIn,
  )

export const readUser = (api: ApiClient, signal: AbortSignal) =>
  toApiResult(api.GET('/wp-json/custom-plugin/me/', { signal }), parseUser)

export const readMember = (api: ApiClient, id: number, signal: AbortSignal) =>
  toApiResult(api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id } }, signal }), parseMember)
