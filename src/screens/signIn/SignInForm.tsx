import { useActorRef, useSelector } from '@xstate/react'
import { useRef, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { channelPathOf } from '../../app/accessRules.ts'
import { parseLocationState, paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { Checkbox } from '../../ui/pieces/Checkbox.ts'
import { PasswordInput } from '../../ui/pieces/PasswordInput.ts'
import { loadForgotPassword } from './loadForgotPassword.ts'
import { LoginField } from './LoginField.tsx'
import { provideSignIn } from './provide.ts'
import classes from './SignIn.module.css'

const cookieProblemText = {
  off: 'Cookies are blocked. Allow cookies for this site to sign in.',
  insecure: 'This connection isn’t secure. Open the https address to stay signed in.',
} as const

/** Who comes near the link probably wants the panel: it is fetched ahead. A lost line is told by the click itself. */
const prefetchForgotPassword = () => void loadForgotPassword().catch(() => undefined)

/** The form. The browser keeps the keystrokes, so that password managers work; the machine hears one `form.submit`. */
export function SignInForm({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }) {
  const root = useRoot()
  const [machine] = useState(() => provideSignIn(root))
  const [cookieProblem] = useState(() => root.cookies.blockedReason())
  const [shown, setShown] = useState(false)
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (now) => now)
  const sessionMessage = useSelector(root.session, (now) => now.context.message)
  const { from } = parseLocationState(useLocation().state)
  const login = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const { errors, message } = snapshot.context
  const busy = snapshot.hasTag('busy') || snapshot.status === 'done'

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    actor.send({
      type: 'form.submit',
      login: String(fields.get('username') ?? ''),
      password: String(fields.get('password') ?? ''),
      remember: fields.get('remember') === 'on',
    })
    const fieldErrors = actor.getSnapshot().context.errors
    if (fieldErrors.login) login.current?.focus()
    else if (fieldErrors.password) password.current?.focus()
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate aria-busy={busy}>
      <h1>Sign in</h1>
      {channelPathOf(from) === undefined ? null : <p className={classes.reason}>Sign in to watch your channel.</p>}
      {sessionMessage ? <Notice>{sessionMessage}</Notice> : null}
      {cookieProblem ? <Notice tone="wrong">{cookieProblemText[cookieProblem]}</Notice> : null}
      {root.storage.isPersistent() ? null : (
        <Notice>Your browser isn’t saving data for this site, so your settings last until you close it.</Notice>
      )}
      <LoginField
        ref={login}
        name="username"
        error={errors.login}
        typed={typed}
        onTyped={onTyped}
        onEdit={() => actor.send({ type: 'field.edit', field: 'login' })}
      />
      <PasswordInput
        ref={password}
        classNames={{ wrapper: classes.field, visibilityToggle: classes.toggle }}
        name="password"
        label="Password"
        placeholder="Password"
        autoComplete="current-password"
        aria-required
        error={errors.password}
        aria-invalid={errors.password !== undefined}
        onChange={() => actor.send({ type: 'field.edit', field: 'password' })}
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': shown ? 'Hide password' : 'Show password', tabIndex: 0 }}
      />
      <div className={classes.row}>
        <Checkbox name="remember" label="Remember me" />
        <Link
          className={classes.forgotPassword}
          to={paths.forgetPassword()}
          state={from ? { from } : null}
          onPointerEnter={prefetchForgotPassword}
          onFocus={prefetchForgotPassword}
        >
          Forget Password
        </Link>
      </div>
      <Button type="submit" fullWidth loading={busy}>
        Login
      </Button>
      <Notice tone="wrong">{message}</Notice>
    </form>
  )
}
