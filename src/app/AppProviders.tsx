import { useSelector } from '@xstate/react'
import { type ReactNode } from 'react'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { RootContext, type Root } from './root.tsx'

/** The contexts of every page: the root and the theme. */
export function AppProviders({ root, children }: { root: Root; children: ReactNode }) {
  const scheme = useSelector(root.theme, (snapshot) => (snapshot.matches('dark') ? 'dark' : 'light'))
  return (
    <RootContext value={root}>
      <ThemeProvider scheme={scheme}>{children}</ThemeProvider>
    </RootContext>
  )
}
