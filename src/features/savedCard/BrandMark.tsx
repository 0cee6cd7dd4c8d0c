import { type ReactNode } from 'react'
import classes from './BrandMark.module.css'

const brandLogos: Readonly<Record<string, ReactNode>> = {
  visa: (
    <text x="20" y="18" className={classes.italic}>
      VISA
    </text>
  ),
  mastercard: (
    <>
      <circle cx="16" cy="13" r="7" className={classes.solid} />
      <circle cx="24" cy="13" r="7" className={classes.open} />
    </>
  ),
  amex: (
    <text x="20" y="17" className={classes.upright}>
      AMEX
    </text>
  ),
}

const genericMark = <path d="M1 8h38v4H1z" className={classes.solid} />

/** The mark of a card brand, a plain card for a brand without one. Decorative: name the brand in text. */
export function BrandMark({ brand }: { brand: string }) {
  return (
    <svg className={classes.mark} viewBox="0 0 40 26" aria-hidden="true">
      <rect x="0.5" y="0.5" width="39" height="25" rx="4" className={classes.edge} />
      {brandLogos[brand] ?? genericMark}
    </svg>
  )
}
