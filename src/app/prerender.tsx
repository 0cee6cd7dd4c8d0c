/**
 * Renders to markup the pages of visitors without a session, and the skeletons for everybody else, with the same components
 * and machines as the browser. Vite builds this module for the edge, which loads it once.
 */
import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { waitFor } from 'xstate'
import { parseConfiguration } from './configuration.ts'
import { createAppRoot, startAppRoot, stopAppRoot } from './createAppRoot.ts'
import { appRoutes } from './paths.ts'
import { prerenderedPageAt, type PrerenderedPage } from './prerenderedPages.ts'
import { type Root } from './root.tsx'
import {
  createSkeleton,
  isSkeletonPage,
  skeletonAt,
  skeletonAttributes,
  skeletonChunks,
  withoutInteraction,
  type SkeletonPage,
} from './skeletonPages.tsx'
import { VisitorApp } from './VisitorApp.tsx'

/** The chunk of each page of visitors, by its source file, if it is not part of the first script. */
const visitorChunks: Partial<Record<PrerenderedPage, string>> = {
  forgetPassword: 'src/screens/signIn/forgotPassword/ForgotPassword.tsx',
  resetPassword: 'src/screens/resetPassword/ResetPassword.tsx',
}

const shownRoutes = { ...appRoutes, signInToWatch: appRoutes.signIn }

type Page = PrerenderedPage | SkeletonPage

/** The page for a request; undefined if it is not prerendered. A browser with a session gets a skeleton. */
export const pageAt = (
  { pathname, search }: { pathname: string; search: string },
  { hasSession }: { hasSession: boolean },
): Page | undefined =>
  (hasSession ? undefined : prerenderedPageAt({ pathname, search, hash: '' })) ??
  skeletonAt({ pathname, search }, { hasSession })

/** The chunks of a page beyond the first script, by their source files or, for the groups of vite.config.ts, by their names. */
export function chunksOf(page: Page): string[] {
  if (isSkeletonPage(page)) return skeletonChunks(page)
  const chunk = visitorChunks[page]
  return ['react', 'root', 'visitor', ...(chunk === undefined ? [] : [chunk])]
}

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

/** The root of a first visit. */
function createServerRoot(configuration: unknown): Root {
  const events = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const window = {
    localStorage: createEmptyStorage(),
    sessionStorage: createEmptyStorage(),
    document: { cookie: '', hasFocus: () => false, ...events },
    location: { protocol: 'https:', hostname: 'localhost' },
    setTimeout: () => 0,
    ...events,
  }
  return createAppRoot(window, parseConfiguration(configuration).configuration, () => {
    throw new Error('The server has no other tabs')
  })
}

async function renderMarkup(element: ReactNode): Promise<string> {
  let failure: unknown
  const { prelude } = await prerender(<StrictMode>{element}</StrictMode>, {
    onError: (error) => void (failure ??= error),
    // Keeps every boundary in its place. Otherwise React would move a large one with a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  if (failure !== undefined) throw new Error('A component failed', { cause: failure })
  return new Response(prelude).text()
}

async function renderVisitorPage(page: PrerenderedPage, root: Root): Promise<string> {
  startAppRoot(root)
  const start = { pathname: shownRoutes[page].pattern, search: '', hash: '', state: null }
  try {
    await waitFor(root.session, (snapshot) => !snapshot.hasTag('undecided'))
    return await renderMarkup(<VisitorApp root={root} start={start} loadRouter={neverCalled} onLeave={neverCalled} />)
  } finally {
    stopAppRoot(root)
  }
}

/**
 * The markup of a page, and what the page around a skeleton needs to know. `configuration` has the overrides of the edge.
 * Rejects if a component fails, because the page would not be hydrated then.
 */
export async function renderPage(
  page: Page,
  configuration: unknown,
): Promise<{ markup: string; skeleton?: ReturnType<typeof skeletonAttributes> }> {
  const root = createServerRoot(configuration)
  if (!isSkeletonPage(page)) return { markup: await renderVisitorPage(page, root) }
  const markup = await renderMarkup(await createSkeleton(page, root))
  return { markup: withoutInteraction(markup), skeleton: skeletonAttributes(page) }
}
