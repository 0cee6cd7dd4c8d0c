import { headerOf, type ClientRequest } from './reply.ts'

const tokenPattern = /^[\w-]{16,128}$/

/** The token in the cookie XSRF-TOKEN, or undefined when the cookie is missing or malformed. */
export function xsrfCookieOf(cookies: string): string | undefined {
  const [, value = ''] = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies) ?? []
  return tokenPattern.test(value) ? value : undefined
}

/** The XSRF token of a request whose header XSRF equals its cookie XSRF-TOKEN; otherwise undefined. */
export function xsrfTokenOf(request: ClientRequest): string | undefined {
  const token = xsrfCookieOf(headerOf(request, 'cookie'))
  return token === headerOf(request, 'xsrf') ? token : undefined
}
