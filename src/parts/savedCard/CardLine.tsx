import { type ReactNode } from 'react'
import { type SavedCard } from '../../../machines/savedCardPayment.ts'
import classes from './CardLine.module.css'

const brands: Readonly<Record<string, { name: string; mark: ReactNode }>> = {
  visa: {
    name: 'Visa',
    mark: (
      <text x="20" y="18" className={classes.leaning}>
        VISA
      </text>
    ),
  },
  mastercard: {
    name: 'Mastercard',
    mark: (
      <>
        <circle cx="16" cy="13" r="7" className={classes.solid} />
        <circle cx="24" cy="13" r="7" className={classes.open} />
      </>
    ),
  },
  amex: {
    name: 'American Express',
    mark: (
      <text x="20" y="17" className={classes.upright}>
        AMEX
      </text>
    ),
  },
}

const plain = { name: 'Card', mark: <path d="M1 8h38v4H1z" className={classes.solid} /> }

/** '04/2030', '—' where the provider does not tell. */
const expiry = ({ expMonth, expYear }: SavedCard): string =>
  expMonth === undefined || expYear === undefined ? '—' : `${String(expMonth).padStart(2, '0')}/${String(expYear)}`

/** A saved card on one line: its brand's mark, the last four digits, month/year. In text only, so it fits a label. */
export function CardLine({ card }: { card: SavedCard }) {
  const { name, mark } = brands[card.brand] ?? plain
  return (
    <span className={classes.line}>
      <svg className={classes.mark} viewBox="0 0 40 26" aria-hidden="true">
        <rect x="0.5" y="0.5" width="39" height="25" rx="4" className={classes.edge} />
        {mark}
      </svg>
      <span className={`figures ${classes.number}`}>
        {name} <span aria-hidden="true">••••</span>
        <span className="aside"> ending in </span> {card.last4}
      </span>
      <span className={`figures ${classes.expiry}`}>
        <span className="aside">Expires </span>
        {expiry(card)}
      </span>
    </span>
  )
}
