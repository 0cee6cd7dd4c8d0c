import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { theme } from './theme.ts'

export type Scheme = 'light' | 'dark'

/** The nonce that the edge writes into each page, for the style elements of Mantine. */
const nonce = () => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''

const doNothing = () => undefined

/** What `MantineProvider` would provide. The theme machine chooses the scheme, and tokens.css has the CSS variables. */
const settings = {
  setColorScheme: doNothing,
  clearColorScheme: doNothing,
  getRootElement: () => document.documentElement,
  getStyleNonce: nonce,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
}

/**
 * Applies `scheme`, a state of the theme machine: the `dark` class of the document, Mantine's attribute and the theme
 * color of the browser.
 *
 * It replaces `MantineProvider`, whose module computes the default CSS variables even if they are turned off, before the
 * sign-in form works.
 */
export function ThemeProvider({ scheme, children }: { scheme: Scheme; children: ReactNode }) {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.classList.toggle('dark', scheme === 'dark')
    root.setAttribute('data-mantine-color-scheme', scheme)
    const ground = getComputedStyle(root).getPropertyValue('--ground').trim()
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
  }, [scheme])

  const value = useMemo(() => ({ ...settings, colorScheme: scheme }), [scheme])
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}
