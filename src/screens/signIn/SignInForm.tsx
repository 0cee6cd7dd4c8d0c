import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { channelPathOf, channelSlugOf } from '../../app/accessRules.ts'
import { PageLink, useNavigation } from '../../app/navigation.tsx'
import { parseLocationState, paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { useHydrated } from '../../ui/useHydrated.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useMachineForm } from '../../ui/forms/useMachineForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.ts'
import { PasswordInput } from '../../ui/PasswordInput.ts'
import { loadForgotPassword } from './loadForgotPassword.ts'
import { LoginField } from './LoginField.tsx'
import { provideSignIn } from './provide.ts'
import classes from './SignIn.module.css'

const cookieProblemText = {
  off: 'Cookies are blocked. Allow cookies for this site to sign in.',
  insecure: 'This connection isn’t secure. Open the https address to stay signed in.',
} as const

/** Preloads the panel. A failed preload is ignored; the click loads it again and shows the error. */
const prefetchForgotPassword = () => void loadForgotPassword().catch(() => undefined)

/** The sign-in form. `typed` is the login that was typed into the forgot-password form. */
export function SignInForm({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }) {
  const root = useRoot()
  const [machine] = useState(() => provideSignIn(root))
  const hydrated = useHydrated()
  const cookieProblem = useMemo(() => (hydrated ? root.cookies.blockedReason() : undefined), [hydrated, root])
  const [shown, setShown] = useState(false)
  const actor = useActorRef(machine)
  const errors = useSelector(actor, ({ context }) => context.errors)
  const message = useSelector(actor, ({ context }) => context.message)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy') || snapshot.status === 'done')
  const sessionMessage = useSelector(root.session, ({ context }) => context.message)
  const { from } = parseLocationState(useNavigation().location.state)
  const { form, formProps, getFieldProps } = useMachineForm({
    initialValues: { login: typed, password: '', remember: false },
    errors,
    onSubmit: (values) => actor.send({ type: 'form.submit', ...values }),
    onEdit: (field) => {
      if (field !== 'remember') actor.send({ type: 'field.edit', field })
    },
  })

  return (
    <form {...formProps} className={classes.fields} aria-busy={busy}>
      <h1>Sign in</h1>
      {hydrated ? (
        <RequestedChannel path={channelPathOf(from)} />
      ) : (
        <div className={classes.reasonSpace} aria-hidden="true" />
      )}
      {sessionMessage && hydrated ? <Notice>{sessionMessage}</Notice> : null}
      {cookieProblem ? <Notice tone="wrong">{cookieProblemText[cookieProblem]}</Notice> : null}
      {root.storage.isPersistent() || !hydrated ? null : (
        <Notice>Your browser isn’t saving data for this site, so your settings last until you close it.</Notice>
      )}
      <LoginField {...getFieldProps('login')} onTyped={onTyped} />
      <PasswordInput
        {...getFieldProps('password')}
        classNames={{ wrapper: classes.field, visibilityToggle: classes.toggle }}
        label="Password"
        placeholder="Password"
        autoComplete="current-password"
        aria-required
        aria-invalid={Boolean(form.errors['password'])}
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': shown ? 'Hide password' : 'Show password', tabIndex: 0 }}
      />
      <div className={classes.row}>
        <Checkbox {...getFieldProps('remember', { type: 'checkbox' })} label="Remember me" />
        <PageLink
          className={classes.forgotPassword}
          to={paths.forgetPassword()}
          state={from ? { from } : null}
          onPointerEnter={prefetchForgotPassword}
          onFocus={prefetchForgotPassword}
        >
          Forget Password
        </PageLink>
      </div>
      <Button type="submit" fullWidth loading={busy}>
        Login
      </Button>
      <Notice tone="wrong">{message}</Notice>
    </form>
  )
}

/**
 * The reason for the sign-in: the channel that was requested. The host lists channels for signed-in users only, so the
 * name is derived from the slug of the path; one that is not plain is not shown.
 */
function RequestedChannel({ path }: { path: string | undefined }) {
  if (path === undefined) return null
  const slug = channelSlugOf(path.replace(/[?#].*/, '')) ?? ''
  const words = /^[a-z0-9]+(-[a-z0-9]+){0,4}$/.test(slug) && slug.length <= 40 ? slug.split('-') : []
  if (words.length === 0) return <p className={classes.reason}>Sign in to watch your channel</p>
  return (
    <p className={classes.reason}>
      <span className={classes.mark} aria-hidden="true">
        {words.slice(0, 2).map((word) => word.slice(0, 1))}
      </span>
      Sign in to watch {words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')}
    </p>
  )
}
