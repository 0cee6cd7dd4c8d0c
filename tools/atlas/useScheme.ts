/** Light or dark: what was chosen here, or the system's; public/scheme.js has set it before the first paint. */
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
      // Without storage the choice lasts as long as the page.
    }
  }
  return { scheme, toggle: turn }
}
