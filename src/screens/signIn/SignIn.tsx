import { lazy, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { hasFeature } from '../../app/configuration.ts'
import { parseLocationState, appRoutes } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { useTelevision } from '../../ui/television.ts'
import { CodeLink } from './CodeLink.tsx'
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
  const isForgotPassword = isForgotPasswordLocation(location)
  const Form = isForgotPassword ? ForgotPassword : SignInForm
  const isTelevision = useTelevision()
  const isCodeOffered = !isForgotPassword && hasFeature(configuration, 'deviceSignIn')
  const form = useRef<HTMLElement>(null)
  const isCodeFirst = isCodeOffered && isTelevision
  // The first field would open the keyboard of the television.
  useLayoutEffect(() => {
    if (isCodeFirst) form.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [isCodeFirst])
  return (
    <div className={classes.page}>
      <main ref={form} className={classes.form}>
        <div className={classes.column}>
          <div className={classes.brandOnPhone}>
            <Logo name={brand.name} />
          </div>
          <div className={classes.panel}>
            {isCodeFirst ? <CodeLink isFirst /> : null}
            <Form typed={typed} onTyped={setTyped} />
            {isCodeOffered && !isCodeFirst ? <CodeLink /> : null}
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
