import { lazy, useLayoutEffect, useRef, useState } from 'react'
import { hasFeature } from '../../app/configuration.ts'
import { useNavigation } from '../../app/navigation.tsx'
import { isForgotPasswordLocation } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { SignInLayout } from '../../features/signInLayout/SignInLayout.tsx'
import { useHeldSubmit } from '../../ui/forms/useHeldSubmit.ts'
import { useRemote } from '../../ui/television.ts'
import { useHydrated } from '../../ui/useHydrated.ts'
import { CodeLink } from './CodeLink.tsx'
import { loadForgotPassword } from './loadForgotPassword.ts'
import { SignInForm } from './SignInForm.tsx'
import { SocialLinks } from './SocialLinks.tsx'
import classes from './SignIn.module.css'

const ForgotPassword = lazy(async () => ({ default: (await loadForgotPassword()).ForgotPassword }))

/** The sign-in form, or the form for a reset link. With a remote, the sign-in by a code comes first. */
export function Component() {
  const { configuration } = useRoot()
  const { location } = useNavigation()
  useHeldSubmit()
  // Both forms share the typed login.
  const [typed, setTyped] = useState('')
  const isForgotPassword = isForgotPasswordLocation(location)
  const Form = isForgotPassword ? ForgotPassword : SignInForm
  const isRemoteUsed = useRemote()
  const hydrated = useHydrated()
  const isCodeOffered = !isForgotPassword && hasFeature(configuration, 'deviceSignIn')
  const code = useRef<HTMLDivElement>(null)
  const isCodeFirst = isCodeOffered && isRemoteUsed
  // The first field would open the keyboard of a television.
  useLayoutEffect(() => {
    if (isCodeFirst) code.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
  }, [isCodeFirst])
  return (
    <SignInLayout
      footer={
        <>
          <SocialLinks />
          <p>
            Don&apos;t have an account? <a href={configuration.links.signUp}>Create</a>
          </p>
        </>
      }
    >
      {/* The prerendered page has both links, and its style sheet shows one of them. */}
      {isCodeFirst || (isCodeOffered && !hydrated) ? (
        <div ref={code} className={classes.codeFirst}>
          <CodeLink isFirst />
        </div>
      ) : null}
      <Form typed={typed} onTyped={setTyped} />
      {isCodeOffered && !isCodeFirst ? <CodeLink /> : null}
    </SignInLayout>
  )
}
