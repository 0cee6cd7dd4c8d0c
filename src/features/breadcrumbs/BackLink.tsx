import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './BackLink.module.css'

/** A link to the page above this one, above the heading. */
export function BackLink({
  to,
  className = '',
  children,
}: {
  to: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Link to={to} className={`${classes.back} ${className}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m14 6-6 6 6 6" />
      </svg>
      {children}
    </Link>
  )
}
