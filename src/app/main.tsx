import '../ui/tokens.css'
import '../ui/base.css'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readPageConfiguration, type Configuration } from './configuration.ts'
import { createApp } from './createApp.tsx'
import { inspectorUrl } from './inspector/inspectorUrl.ts'
import { preparePrerenderedPage } from './prerenderedPages.ts'
import { installTrustedTypesPolicy } from './installTrustedTypesPolicy.ts'
import { registerServiceWorker, serviceWorkerPath } from './registerServiceWorker.ts'

/** Hydrates a prerendered page; replaces the placeholder of any other page. */
async function startApp(configuration: Configuration): Promise<void> {
  const app = createApp(window, configuration)
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  const element = <StrictMode>{app.element}</StrictMode>
  const page = container.dataset['prerendered']
  // After a failure, the first render shows the error page.
  const isPrerendered = page !== undefined && (await preparePrerenderedPage(app, page).catch(() => false))
  // In a transition React renders the first screen in slices, so a slow phone stays responsive.
  if (isPrerendered) {
    startTransition(() => void hydrateRoot(container, element))
    return
  }
  delete container.dataset['prerendered']
  const application = createRoot(container)
  startTransition(() => application.render(element))
}

/** The inspector must connect before the first actor is created. If it fails, the page starts without it. */
async function connectInspectorOf(configuration: Configuration): Promise<void> {
  const inspector = inspectorUrl(window, () => window.sessionStorage, configuration)
  if (inspector === undefined) return
  try {
    const { connectInspector } = await import('./inspector/connectInspector.ts')
    connectInspector(window, inspector)
  } catch (error) {
    console.error(error)
  }
}

const configuration = readPageConfiguration(document)
installTrustedTypesPolicy(window, configuration, [workerPath, serviceWorkerPath])
void connectInspectorOf(configuration).then(() => startApp(configuration))
// The development server has no service worker.
if (import.meta.env.PROD) registerServiceWorker(window)
