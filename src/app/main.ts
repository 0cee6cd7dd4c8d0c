import '../ui/tokens.css'
import '../ui/base.css'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { loadChunk } from '../platform/loadChunk.ts'
import { nextTask } from '../ui/nextTask.ts'
import { readPageConfiguration, type Configuration } from './configuration.ts'
import { inspectorUrl } from './inspector/inspectorUrl.ts'
import { installTrustedTypesPolicy } from './installTrustedTypesPolicy.ts'
import { registerServiceWorker, serviceWorkerPath } from './registerServiceWorker.ts'

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

/**
 * The configuration, each chunk, the actors and the first render take a task each, so a slow phone stays responsive. The
 * chunks are those of vite.config.ts, which the page requests in advance.
 */
async function start(): Promise<void> {
  await nextTask()
  const configuration = readPageConfiguration(document)
  installTrustedTypesPolicy(window, configuration, [workerPath, serviceWorkerPath])
  // The development server has no service worker.
  if (import.meta.env.PROD) registerServiceWorker(window)
  await connectInspectorOf(configuration)
  const { startApp } = await loadChunk(() => import('./startApp.tsx'))
  await nextTask()
  await startApp(configuration)
}

void start()
