/** The cookies of this page: what keeps the tokens between pages and tabs. */
export type Cookies = {
  get(name: string): string | undefined
  /** `days` undefined makes a cookie that ends with the browser. */
  set(name: string, value: string, days?: number): void
  remove(name: string): void
  /** Why a token would not be kept: `insecure` is plain http away from this machine, `off` everything else. */
  blockedReason(): 'off' | 'insecure' | undefined
}

type CookieDocument = { cookie: string }

const attributes = 'Path=/; Secure; SameSite=Strict'

/** Opens the cookies of `page`. A browser that refuses them answers with nothing, it does not throw. */
export function createCookies(page: CookieDocument, isSecure: () => boolean): Cookies {
  const write = (text: string) => {
    try {
      page.cookie = text
    } catch {
      // A sandboxed document throws: its cookies count as off.
    }
    // Chromium writes a cookie in its own time, but a reading waits for it. Without one, a tab that is told of a change
    // in storage right after this may still see the old cookies, and take a logout for none.
    read()
  }
  const read = () => {
    try {
      return page.cookie
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
  // Max-Age counts from now by itself: a clock that is wrong does not shorten or stretch the seven days.
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
      return isSecure() ? 'off' : 'insecure'
    },
  }
}
