/** Starts the page with React DOM: a chunk of its own, so that its script runs in a task of its own. */
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root as ReactRoot } from 'react-dom/client'
import { loadChunk } from '../platform/loadChunk.ts'
import { nextTask } from '../ui/nextTask.ts'
import { type AppLocation } from './accessRules.ts'
import { type Configuration } from './configuration.ts'
import { type openApp } from './createApp.tsx'
import { createPageHistory } from './pageHistory.ts'
import { type Root } from './root.tsx'
import { type VisitorApp as VisitorAppView } from './VisitorApp.tsx'

/** Loads the application and what it sends its calls with. */
async function loadApp(root: Root) {
  const [app] = await Promise.all([loadChunk(() => import('./createApp.tsx')), root.loadApi()])
  return app
}

/** Hydrates a prerendered page. The application replaces it when it is left. */
function hydratePage(VisitorApp: typeof VisitorAppView, container: HTMLElement, root: Root, start: AppLocation): void {
  let loading: Promise<ReturnType<typeof openApp>> | undefined
  const loadOnce = () =>
    (loading ??= loadApp(root).then(
      ({ openApp }) => openApp(root),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  let page: ReactRoot | undefined
  const onLeave = () =>
    void loadOnce().then(
      ({ element }) => startTransition(() => page?.render(<StrictMode>{element}</StrictMode>)),
      // The code can't be loaded. The page is requested again, or the browser shows that it is offline.
      () => window.location.reload(),
    )
  const visitor = (
    <StrictMode>
      <VisitorApp root={root} start={start} loadRouter={async () => (await loadOnce()).router} onLeave={onLeave} />
    </StrictMode>
  )
  // In a transition React renders the first screen in slices, so a slow phone stays responsive.
  startTransition(() => {
    page = hydrateRoot(container, visitor)
  })
}

/** Hydrates a prerendered page; replaces the placeholder of any other page. */
export async function startApp(configuration: Configuration): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  const page = container.dataset['prerendered']
  const { createAppRoot, preparePrerenderedPage, startAppRoot } = await loadChunk(() => import('./startRoot.ts'))
  await nextTask()
  const root = createAppRoot(window, configuration)
  const app = page === undefined ? loadApp(root) : undefined
  await nextTask()
  startAppRoot(root)
  // After a failure, the first render shows the error page.
  const start =
    page === undefined
      ? undefined
      : await preparePrerenderedPage(root, page, createPageHistory(window)).catch(() => undefined)
  await nextTask()
  if (start) {
    const { VisitorApp } = await loadChunk(() => import('./VisitorApp.tsx'))
    await nextTask()
    hydratePage(VisitorApp, container, root, start)
    return
  }
  const { element } = (await (app ?? loadApp(root))).openApp(root)
  delete container.dataset['prerendered']
  const application = createRoot(container)
  startTransition(() => application.render(<StrictMode>{element}</StrictMode>))
}
