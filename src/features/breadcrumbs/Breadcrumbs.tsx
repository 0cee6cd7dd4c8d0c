import { memo } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { routeOf } from '../../app/accessRules.ts'
import { paths } from '../../app/paths.ts'
import { ActionIcon } from '../../ui/ActionIcon.ts'
import classes from './Breadcrumbs.module.css'

/** The label of a path segment: 'payment-cards' becomes 'Payment cards'. */
function segmentLabel(segment: string): string {
  const plain = decodeSegment(segment).replaceAll('-', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The breadcrumbs of the path, and a back arrow that is hidden at '/'. `lastLabel` replaces the last segment if that
 * is only an id.
 */
export const Breadcrumbs = memo(function Breadcrumbs({ lastLabel }: { lastLabel?: string | undefined }) {
  const { pathname, key } = useLocation()
  const navigate = useNavigate()
  const segments = pathname.split('/').filter((segment) => segment !== '')
  // If the user came from another site, the history has no earlier entry of the application.
  const goBack = () => void (key === 'default' ? navigate(paths.packages()) : navigate(-1))
  return (
    <div className={classes.breadcrumbs}>
      {segments.length > 0 ? (
        <ActionIcon variant="subtle" color="ink" size="lg" className={classes.back} aria-label="Back" onClick={goBack}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M19 12H5m6-6-6 6 6 6" />
          </svg>
        </ActionIcon>
      ) : null}
      <nav aria-label="Breadcrumbs">
        <ol className={classes.list}>
          <li>
            <Link to={paths.home()}>Home</Link>
          </li>
          {segments.map((segment, at) => {
            const path = `/${segments.slice(0, at + 1).join('/')}`
            const isLast = at === segments.length - 1
            return (
              <li key={path}>
                {isLast ? (
                  <span aria-current="page">{lastLabel ?? segmentLabel(segment)}</span>
                ) : routeOf(path) ? (
                  <Link to={path}>{segmentLabel(segment)}</Link>
                ) : (
                  <span>{segmentLabel(segment)}</span>
                )}
              </li>
            )
          })}
        </ol>
      </nav>
    </div>
  )
})
