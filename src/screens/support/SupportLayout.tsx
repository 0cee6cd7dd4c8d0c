import { type ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import overflowClasses from '../../ui/overflow.module.css'
import classes from './Support.module.css'

const pages = [
  ['Request a channel', paths.support(), undefined],
  ['FAQs', paths.supportFaqs(), 'faqs'],
  ['Contact us', paths.supportForm(), 'supportForm'],
  ['Report a bug', paths.supportBugs(), 'bugReport'],
] as const

/** On a phone the row scrolls: shows the link of the current page. Not with `scrollIntoView`, which may scroll the page. */
const showCurrent = (row: HTMLUListElement | null) => {
  const link = row?.querySelector('[aria-current="page"]')?.getBoundingClientRect()
  if (!row || !link) return
  const shown = row.getBoundingClientRect()
  row.scrollLeft += link.left + link.width / 2 - (shown.left + shown.width / 2)
}

/** The layout of the support pages: heading, links and email address. */
export function SupportLayout({
  title,
  subtitle,
  children,
}: {
  title: string
  subtitle: ReactNode
  children: ReactNode
}) {
  const { configuration } = useRoot()
  const { supportEmail } = configuration.links
  const offered = pages.filter(([, , feature]) => !feature || hasFeature(configuration, feature))
  return (
    <>
      <PageHeading subtitle={subtitle}>{title}</PageHeading>
      <nav className={classes.nav} aria-label="Support">
        <ul ref={showCurrent} className={`${overflowClasses.scroller} ${classes.links}`}>
          {offered.map(([name, to]) => (
            <li key={to}>
              <NavLink end to={to} className={classes.link ?? ''}>
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
      <p className={classes.email}>
        Or email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </>
  )
}
