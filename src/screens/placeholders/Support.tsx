import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root.tsx'
import { ComingScreen } from '../../ui/ComingScreen.tsx'
import classes from './Placeholders.module.css'

/** Support: the request for a channel will be here; until then an address that reaches us, and the apps. */
export function Component() {
  const { configuration } = useRoot()
  const { links, stores } = configuration
  const apps = [
    ['Roku', stores.roku],
    ['Amazon FireTV', stores.fireTv],
    ['Android', stores.android],
    ['Microsoft Windows', stores.windows],
  ] as const
  return (
    <>
      <ComingScreen
        title="Support"
        words="The form to request a channel will stand here. Until then, write to us and tell us which one you miss."
      >
        <a href={`mailto:${links.supportEmail}`}>{links.supportEmail}</a>
        <Link to={paths.supportFaqs()}>FAQs</Link>
        <Link to={paths.supportForm()}>Support form</Link>
        <Link to={paths.supportBugs()}>Report a bug</Link>
      </ComingScreen>
      <section id="apps" className={classes.part}>
        <h2>Apps</h2>
        <p className={classes.quiet}>{configuration.brand.name} on the screens you own.</p>
        <ul className={classes.rows}>
          {apps.map(([name, address]) => (
            <li key={name}>
              <a href={address} target="_blank" rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
