import { MantineProvider } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
import { theme } from './theme.ts'

export type Scheme = 'light' | 'dark'

/** The nonce that the edge writes into each page, for the style elements of Mantine. */
const nonce = () => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''

/**
 * Applies `scheme`, a state of the theme machine: the `dark` class of the document, Mantine's attribute and the theme
 * color of the browser.
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
