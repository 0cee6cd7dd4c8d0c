import { MantineProvider } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
import { theme } from './theme.ts'

export type Scheme = 'light' | 'dark'

/** The edge writes a fresh nonce into the page at every answer; Mantine's own style elements carry it on. */
const nonce = () => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''

/**
 * Paints everything under it in `scheme`: the `dark` class on the document, Mantine's attribute, and the colour of the
 * browser's own frame. It keeps nothing: which scheme it is, the theme machine knows.
 */
export function ThemeProvider({ scheme, children }: { scheme: Scheme; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('dark', scheme === 'dark')
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
  }, [scheme])

  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={nonce}
    >
      {children}
    </MantineProvider>
  )
}
