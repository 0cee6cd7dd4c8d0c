import { type ReactNode } from 'react'
import { type SavedCard } from '../../../machines/savedCardPayment.ts'
import { brandName } from '../../billing/cardName.ts'
import classes from './CardLine.module.css'

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

/** '04/2030', '—' without an expiry date. */
const expiryText = ({ expMonth, expYear }: SavedCard): string =>
  expMonth === undefined || expYear === undefined ? '—' : `${String(expMonth).padStart(2, '0')}/${String(expYear)}`

/**
 * A saved card on one line: its brand's mark, the last four digits, month/year, and `children`. Renders phrasing content
 * only, so it can be used in a label. A second line aligns with the text, not with the logo.
 */
export function CardLine({ card, children }: { card: SavedCard; children?: ReactNode }) {
  return (
    <span className={classes.line}>
      <svg className={classes.mark} viewBox="0 0 40 26" aria-hidden="true">
        <rect x="0.5" y="0.5" width="39" height="25" rx="4" className={classes.edge} />
        {brandLogos[card.brand] ?? genericMark}
      </svg>
      <span className={classes.text}>
        <span className={`figures ${classes.number}`}>
          {brandName(card)} <span aria-hidden="true">••••</span>
          <span className="visually-hidden"> ending in </span> {card.last4}
        </span>
        <span className={`figures ${classes.expiry}`}>
          <span className="visually-hidden">Expires </span>
          {expiryText(card)}
        </span>
        {children}
      </span>
    </span>
  )
}
