import { NavigationType, RouterProvider, type RouteObject } from 'react-router-dom'
import { authStateOf } from './accessRules.ts'
import { AppProviders } from './AppProviders.tsx'
import { type Configuration } from './configuration.ts'
import { createAppRoot, startAppRoot, stopAppRoot, type AppPage } from './createAppRoot.ts'
import { type Root } from './root.tsx'
import { createRouter, type AppRouter } from './routes.tsx'

type OpenRouter = (routes: RouteObject[]) => AppRouter

/** Creates the application of a root: its router and all its screens. `element` is rendered once. */
export function openApp(root: Root, openRouter?: OpenRouter) {
  const router = createRouter(root, openRouter)
  root.channelLeft.onNavigated(router.state.location.pathname, false)
  router.subscribe(({ location, historyAction }) => {
    root.channelLeft.onNavigated(location.pathname, historyAction === NavigationType.Pop)
    root.returnToChannel.onNavigated(location, authStateOf(root.session.getSnapshot()))
  })
  const element = (
    <AppProviders root={root}>
      <RouterProvider router={router} />
    </AppProviders>
  )
  return { router, element }
}

/** Creates a root and its application. The caller ends a second one in the same page with `stop`. */
export function createApp(
  page: AppPage,
  configuration: Configuration,
  { openRouter }: { openRouter?: OpenRouter } = {},
) {
  const root = createAppRoot(page, configuration)
  startAppRoot(root)
  const app = openApp(root, openRouter)
  const stop = () => {
    app.router.dispose()
    stopAppRoot(root)
  }
  return { root, ...app, stop }
}
