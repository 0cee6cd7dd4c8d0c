import { createSessionSeal } from '../../server/edge/sessionSeal.ts'

/** The secrets of every edge in these tests. */
export const edgeSecrets = ['the-secret-of-an-edge-in-these-tests'] as const

const xsrf = 'x'.repeat(24)

/** The XSRF token of a page, as a browser sends it with a change. */
export const xsrfHeaders = { xsrf, cookie: `XSRF-TOKEN=${xsrf}` } as const

/** The headers of a browser whose session holds this token of the host, over plain http by default. */
export function sessionHeaders(token: string, secure = false): { authorization: string; xsrf: string; cookie: string } {
  const sealed = createSessionSeal({ secrets: edgeSecrets }).seal(token, { remember: true, secure })
  const [cookie = ''] = sealed.setCookies
  return {
    authorization: `Bearer ${sealed.handle}`,
    xsrf,
    cookie: `${cookie.replace(/;.*/, '')}; ${xsrfHeaders.cookie}`,
  }
}
