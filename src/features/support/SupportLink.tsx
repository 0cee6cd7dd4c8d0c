import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'

/** A link to the support form, or to the support email on a host without one. */
export function SupportLink({ children }: { children: ReactNode }) {
  const { configuration } = useRoot()
  return hasFeature(configuration, 'supportForm') ? (
    <Link to={paths.supportForm()}>{children}</Link>
  ) : (
    <a href={`mailto:${configuration.links.supportEmail}`}>{children}</a>
  )
}
