/** The color scheme: the stored one or that of the system. public/scheme.js sets it before the first paint. */
import { useState } from 'react'
import { type Scheme } from '../../src/ui/ThemeProvider.tsx'

export function useScheme(): { scheme: Scheme; toggle: () => void } {
  const [scheme, setScheme] = useState<Scheme>(() =>
    document.documentElement.classList.contains('dark') ? 'dark' : 'light',
  )
  const turn = (): void => {
    const next = scheme === 'dark' ? 'light' : 'dark'
    setScheme(next)
    try {
      localStorage.setItem('atlas.scheme', next)
    } catch {
      // Without storage, the scheme lasts until the page is closed.
    }
  }
  return { scheme, toggle: turn }
}
