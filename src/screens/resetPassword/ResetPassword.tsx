import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState, type ReactNode } from 'react'
import { type SnapshotFrom } from 'xstate'
import { type passwordResetMachine } from '../../../machines/passwordReset.ts'
import { PageLink, useNavigation } from '../../app/navigation.tsx'
import { parseLocationState, paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { useHeldSubmit } from '../../ui/forms/useHeldSubmit.ts'
import { Actions } from '../../ui/Actions.tsx'
import { SignInLayout } from '../../features/signInLayout/SignInLayout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHydrated } from '../../ui/useHydrated.ts'
import { providePasswordReset } from './provide.ts'
import { ResetForm } from './ResetForm.tsx'
import classes from './ResetPassword.module.css'

type Value = SnapshotFrom<typeof passwordResetMachine>['value']
type State = Extract<Value, string> | keyof Extract<Value, object>

/** The heading and the subtitle of each state. */
const headings = {
  opening: ['Reset Your Password', ''],
  checking: ['Reset Your Password', 'Checking your link…'],
  unreachable: ['Reset Your Password', 'We couldn’t check your link. Please try again.'],
  form: ['Reset Your Password', 'Choose a password you don’t use anywhere else.'],
  submitting: ['Reset Your Password', 'Choose a password you don’t use anywhere else.'],
  missing: ['Error', 'The link is incomplete. Copy the whole link from the email, or request a new one.'],
  expired: ['Reset Link Expired', 'Links work once and expire after 24 hours. Request a new one below.'],
  outcomeUnknown: [
    'Reset Link Expired',
    'We lost the connection. Your password may already have changed: try signing in.',
  ],
  done: ['Password Reset', 'You can now sign in with your new password.'],
} as const satisfies Record<State, readonly [heading: string, subtitle: string]>

const forgotPasswordState = { forget: true }

/** The primary action is a button, the others are links. */
const signInButton = (label: string) => (
  <Button key="sign-in" renderRoot={(props) => <PageLink to={paths.signIn()} {...props} />}>
    {label}
  </Button>
)
const forgotPasswordButton = (
  <Button key="panel" renderRoot={(props) => <PageLink to={paths.signIn()} state={forgotPasswordState} {...props} />}>
    Back to Forget Password Page
  </Button>
)
const signInLink = (
  <PageLink key="sign-in" to={paths.signIn()}>
    Back to Sign In
  </PageLink>
)
const forgotPasswordLink = (
  <PageLink key="panel" to={paths.signIn()} state={forgotPasswordState}>
    Back to Forget Password Page
  </PageLink>
)

/** Has the same size as the form, so that the layout does not shift. */
const ResetFormSkeleton = () => (
  <div className={classes.form}>
    <Skeleton height="7.6625rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="2.625rem" />
    <div />
  </div>
)

/** Sets a new password through the link in a reset email. */
export function Component() {
  const root = useRoot()
  const { brand, links } = root.configuration
  const { location, navigate } = useNavigation()
  const { pathname, state: historyState } = location
  const [link] = useState(() => parseLocationState(historyState).reset)
  const [machine] = useState(() =>
    providePasswordReset(root, () => navigate(pathname, { replace: true, state: { reset: 'done' } })),
  )
  const actor = useActorRef(machine, {
    input:
      link === 'done' || !link
        ? { key: '', login: '', done: link === 'done' }
        : { key: link.key, login: link.login, done: false },
  })
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const message = useSelector(actor, ({ context }) => context.message)
  useHeldSubmit()
  // The prerendered page does not know the link.
  const hydrated = useHydrated()
  const state: State = !hydrated ? 'checking' : typeof value === 'string' ? value : 'form'
  const [heading, subtitle] = headings[state]
  const isFormShown = useSelector(actor, (snapshot) => snapshot.hasTag('formVisible')) && hydrated

  useEffect(() => {
    document.title = `${heading} · ${brand.name}`
  }, [heading, brand.name])

  const actions: Record<State, ReactNode> = {
    opening: null,
    checking: [signInLink, forgotPasswordLink],
    form: [signInLink, forgotPasswordLink],
    submitting: [signInLink, forgotPasswordLink],
    unreachable: [
      <Button key="retry" variant="default" onClick={() => actor.send({ type: 'link.retry' })}>
        Try again
      </Button>,
      signInLink,
      forgotPasswordLink,
    ],
    missing: [forgotPasswordButton, signInLink],
    expired: [forgotPasswordButton, signInLink],
    outcomeUnknown: [signInButton('Back to Sign In'), forgotPasswordLink],
    done: [
      signInButton('Go to Sign In'),
      <a key="website" href={links.website}>
        Go to website
      </a>,
    ],
  }

  return (
    <SignInLayout>
      {/* The key remounts the heading for each state, so that it takes the focus. The form focuses its first field. */}
      <PageHeading key={isFormShown ? 'form' : state} subtitle={subtitle} focus={!isFormShown}>
        {heading}
      </PageHeading>
      <span className="visually-hidden" role="status">
        {state === 'checking' ? subtitle : ''}
      </span>
      <div className={classes.result}>
        <Notice tone={state === 'outcomeUnknown' ? 'unsure' : 'done'}>
          {state === 'done' ? 'Password reset successful!' : state === 'outcomeUnknown' ? message : ''}
        </Notice>
        <Notice tone="wrong">{isFormShown || !hydrated || state === 'outcomeUnknown' ? '' : message}</Notice>
      </div>
      <div className={classes.body}>
        {state === 'checking' ? <ResetFormSkeleton /> : null}
        {isFormShown ? <ResetForm actor={actor} /> : null}
        <Actions className={classes.actions}>{actions[state]}</Actions>
      </div>
    </SignInLayout>
  )
}
