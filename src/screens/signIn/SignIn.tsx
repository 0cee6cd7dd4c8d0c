import { lazy, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { locationState, places } from '../../paths.ts'
import { useRoot } from '../../root.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { loadForgotPassword } from './loadForgotPassword.ts'
import { SignInForm } from './SignInForm.tsx'
import { SocialLinks } from './SocialLinks.tsx'
import classes from './SignIn.module.css'

const ForgotPassword = lazy(async () => ({ default: (await loadForgotPassword()).ForgotPassword }))

/** What is on air at any hour. */
const desks = ['Headlines', 'Politics', 'Business', 'World', 'Weather']

/** The panel is asked for by its own address, by the navigation state, or by two query parameters. */
function asksForPanel({ pathname, search, state }: { pathname: string; search: string; state: unknown }) {
  const query = new URLSearchParams(search)
  return (
    pathname.startsWith(places.forgetPassword.pattern) ||
    locationState(state).forget === true ||
    (query.get('forgetToggle') === 'true' && query.get('forget') === 'true')
  )
}

/** Two halves: what the product is, at night in both schemes, and the form. On a phone the form comes first. */
export function Component() {
  const { configuration } = useRoot()
  const { brand, links } = configuration
  const location = useLocation()
  // What is typed in the one form is there in the other.
  const [typed, setTyped] = useState('')
  const Form = asksForPanel(location) ? ForgotPassword : SignInForm
  return (
    <div className={classes.page}>
      <main className={classes.form}>
        <div className={classes.column}>
          <div className={classes.brandOnPhone}>
            <Logo name={brand.name} />
          </div>
          <div className={classes.panel}>
            <Form typed={typed} onTyped={setTyped} />
          </div>
          <footer className={classes.foot}>
            <SocialLinks />
            <p>
              Don&apos;t have an account? <a href={links.signUp}>Create</a>
            </p>
          </footer>
        </div>
      </main>
      <section className={`${classes.poster} night`} aria-label={`About ${brand.name}`}>
        <div className={classes.brand}>
          <Logo name={brand.name} />
        </div>
        <div className={classes.words}>
          <p className={classes.headline}>Pick your favorite US news channel</p>
          <p className={classes.lead}>Start watching right from your device</p>
          <ul className={classes.badges}>
            <li>No ADS</li>
            <li>HD STREAM</li>
          </ul>
        </div>
        <ul className={classes.desks} aria-label="On air around the clock">
          {desks.map((desk) => (
            <li key={desk}>
              {desk} <span className={classes.live}>LIVE</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
