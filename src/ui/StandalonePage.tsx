import { type ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import classes from './StandalonePage.module.css'

/** A page outside the shell: the logo and the content. */
export function StandalonePage({ brand, children }: { brand: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Logo name={brand} />
      <div className={classes.body}>{children}</div>
    </main>
  )
}
