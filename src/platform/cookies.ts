/** The cookies of this page. They hold the tokens. */
export type Cookies = {
  get(name: string): string | undefined
  /** `days` undefined makes a cookie that ends with the browser. */
  set(name: string, value: string, days?: number): void
  remove(name: string): void
  /** Why cookies are blocked: `insecure` is plain http on another machine, `off` anything else. */
  blockedReason(): 'off' | 'insecure' | undefined
}

type CookiePage = { document: { cookie: string }; location: Pick<Location, 'protocol' | 'hostname'> }

/** The names under which this machine serves itself. */
const loopbackName = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The cookies of `page`. They are Secure, except on plain http of a loopback name, where WebKit keeps no Secure cookie.
 * No method throws when the browser blocks them.
 */
export function createCookies({ document, location }: CookiePage): Cookies {
  const isPlain = location.protocol === 'http:'
  const isLoopback = loopbackName.test(location.hostname)
  const attributes = `Path=/; ${isPlain && isLoopback ? '' : 'Secure; '}SameSite=Strict`

  const write = (text: string) => {
    try {
      document.cookie = text
    } catch {
      // A sandboxed document throws: its cookies count as blocked.
    }
    // Chromium writes cookies asynchronously, but a read waits for the write. Otherwise another tab that is notified
    // right after this may still see the old cookies.
    read()
  }
  const read = () => {
    try {
      return document.cookie
    } catch {
      return ''
    }
  }
  const get = (name: string) => {
    const found = read()
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
    if (found === undefined) return undefined
    const value = found.slice(name.length + 1)
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  // Max-Age does not depend on the client's clock.
  const set = (name: string, value: string, days?: number) =>
    write(
      `${name}=${encodeURIComponent(value)}; ${days === undefined ? '' : `Max-Age=${days * 86_400}; `}${attributes}`,
    )
  const remove = (name: string) => write(`${name}=; Max-Age=0; ${attributes}`)

  return {
    get,
    set,
    remove,
    blockedReason() {
      set('statecast.probe', '1')
      const isKept = get('statecast.probe') === '1'
      remove('statecast.probe')
      if (isKept) return undefined
      return isPlain && !isLoopback ? 'insecure' : 'off'
    },
  }
}
