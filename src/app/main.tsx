import '../ui/tokens.css'
import '../ui/base.css'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { readPageConfiguration, type Configuration } from './configuration.ts'
import { createApp } from './createApp.tsx'
import { inspectorUrl } from './inspector/inspectorUrl.ts'
import { installTrustedTypesPolicy } from './installTrustedTypesPolicy.ts'

function startApp(configuration: Configuration): void {
  const { element } = createApp(window, configuration)
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  const application = createRoot(container)
  // In a transition React renders the first screen in slices, so a slow phone stays responsive.
  startTransition(() => application.render(<StrictMode>{element}</StrictMode>))
}

const configuration = readPageConfiguration(document)
installTrustedTypesPolicy(window, configuration, workerPath)
const inspector = inspectorUrl(window, () => window.sessionStorage, configuration)
if (inspector === undefined) startApp(configuration)
else
  // The inspector must connect before the first actor is created. If it fails, the page starts without it.
  import('./inspector/connectInspector.ts')
    .then(({ connectInspector }) => connectInspector(window, inspector))
    .catch((error: unknown) => console.error(error))
    .finally(() => startApp(configuration))
