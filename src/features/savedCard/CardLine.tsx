import { type ReactNode } from 'react'
import { type SavedCard } from '../../../machines/savedCardPayment.ts'
import { brandName } from '../../billing/cardName.ts'
import { BrandMark } from './BrandMark.tsx'
import classes from './CardLine.module.css'

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
      <BrandMark brand={card.brand} />
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
