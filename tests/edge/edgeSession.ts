import { createSessionSeal } from '../../server/edge/sessionSeal.ts'

/** The secrets of every edge in these tests. */
export const edgeSecrets = ['the-secret-of-an-edge-in-these-tests'] as const

/** The headers of a browser whose session holds this token of the host, over plain http by default. */
export function sessionHeaders(token: string, secure = false): { authorization: string; cookie: string } {
  const sealed = createSessionSeal({ secrets: edgeSecrets }).seal(token, { remember: true, secure })
  const [cookie = ''] = sealed.setCookies
  return { authorization: `Bearer ${sealed.handle}`, cookie: cookie.replace(/;.*/, '') }
}
