import { lazy, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { parseLocationState, appRoutes } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { loadForgotPassword } from './loadForgotPassword.ts'
import { MarketingPanel } from './MarketingPanel.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SocialLinks } from './SocialLinks.tsx'
import classes from './SignIn.module.css'

const ForgotPassword = lazy(async () => ({ default: (await loadForgotPassword()).ForgotPassword }))

/** The panel opens at its own path, by the navigation state, or by two query parameters. */
function isForgotPasswordLocation({ pathname, search, state }: { pathname: string; search: string; state: unknown }) {
  const query = new URLSearchParams(search)
  return (
    pathname.startsWith(appRoutes.forgetPassword.pattern) ||
    parseLocationState(state).forget === true ||
    (query.get('forgetToggle') === 'true' && query.get('forget') === 'true')
  )
}

/** The marketing panel and the form. On a phone the form comes first. */
export function Component() {
  const { configuration } = useRoot()
  const { brand, links } = configuration
  const location = useLocation()
  // Both forms share the typed login.
  const [typed, setTyped] = useState('')
  const Form = isForgotPasswordLocation(location) ? ForgotPassword : SignInForm
  const form = useRef<HTMLElement>(null)
  return (
    <div className={classes.page}>
      <main ref={form} className={classes.form}>
        <div className={classes.column}>
          <div className={classes.brandOnPhone}>
            <Logo name={brand.name} />
          </div>
          <div className={classes.panel}>
            <Form typed={typed} onTyped={setTyped} />
          </div>
          <footer className={classes.footer}>
            <SocialLinks />
            <p>
              Don&apos;t have an account? <a href={links.signUp}>Create</a>
            </p>
          </footer>
        </div>
      </main>
      <MarketingPanel onPlay={() => form.current?.querySelector('input')?.focus()} />
    </div>
  )
}
