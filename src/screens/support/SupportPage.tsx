import { type ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import runs from '../../ui/RunsOut.module.css'
import classes from './Support.module.css'

const places = [
  ['Request a channel', paths.support()],
  ['FAQs', paths.supportFaqs()],
  ['Support form', paths.supportForm()],
  ['Report a bug', paths.supportBugs()],
] as const

/** What the four pages of the support stand in: the heading, the ways from one to another, and the address below. */
export function SupportPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const { supportEmail } = useRoot().configuration.links
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <nav className={classes.ways} aria-label="Support">
        <ul className={`${runs.line} ${classes.places}`}>
          {places.map(([name, to]) => (
            <li key={to}>
              <NavLink end to={to} className={classes.place ?? ''}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
      <p className={classes.letter}>
        Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </>
  )
}
