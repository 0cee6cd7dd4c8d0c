/**
 * Renders the pages of visitors without a session to markup, with the same components and machines as the browser. Vite
 * builds this module for the edge, which loads it once.
 */
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { waitFor } from 'xstate'
import { parseConfiguration } from './configuration.ts'
import { createAppRoot, startAppRoot, stopAppRoot } from './createAppRoot.ts'
import { appRoutes } from './paths.ts'
import { prerenderedPageAt, type PrerenderedPage } from './prerenderedPages.ts'
import { VisitorApp } from './VisitorApp.tsx'

/** The chunk of each page, by its source file, if it is not part of the first script. */
export const chunks: Partial<Record<PrerenderedPage, string>> = {
  forgetPassword: 'src/screens/signIn/forgotPassword/ForgotPassword.tsx',
  resetPassword: 'src/screens/resetPassword/ResetPassword.tsx',
}

const shownRoutes = { ...appRoutes, signInToWatch: appRoutes.signIn }

/** The page for a request; undefined if it is not prerendered. */
export const pageAt = ({ pathname, search }: { pathname: string; search: string }) =>
  prerenderedPageAt({ pathname, search, hash: '' })

/** Only an effect or an event calls it. */
function neverCalled(): never {
  throw new Error('The server has no router')
}

/** The storage of a first visit. */
function createEmptyStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  }
}

/**
 * The markup inside `#root`. `configuration` has the overrides of the edge. Rejects if a component fails, because the page
 * would not be hydrated then.
 */
export async function renderPage(page: PrerenderedPage, configuration: unknown): Promise<string> {
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const window = {
    localStorage: createEmptyStorage(),
    sessionStorage: createEmptyStorage(),
    document: { cookie: '', hasFocus: () => false, ...events },
    location: { protocol: 'https:', hostname: 'localhost' },
    setTimeout: () => 0,
    ...events,
  }
  const root = createAppRoot(window, parseConfiguration(configuration).configuration, () => {
    throw new Error('The server has no other tabs')
  })
  startAppRoot(root)
  const start = { pathname: shownRoutes[page].pattern, search: '', hash: '', state: null }
  const app = <VisitorApp root={root} start={start} loadRouter={neverCalled} onLeave={neverCalled} />
  try {
    await waitFor(root.session, (snapshot) => !snapshot.hasTag('undecided'))
    let failure: unknown
    const { prelude } = await prerender(<StrictMode>{app}</StrictMode>, {
      onError: (error) => void (failure ??= error),
      // Keeps every boundary in its place. Otherwise React would move a large one with a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
    if (failure !== undefined) throw new Error('A component failed', { cause: failure })
    return await new Response(prelude).text()
  } finally {
    stopAppRoot(root)
  }
}
