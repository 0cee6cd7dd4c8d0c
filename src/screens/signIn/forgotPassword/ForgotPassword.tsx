import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { parseLocationState, paths, appRoutes } from '../../../app/paths.ts'
import { useRoot } from '../../../app/root.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ActionIcon } from '../../../ui/pieces/ActionIcon.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { LoginField } from '../LoginField.tsx'
import shared from '../SignIn.module.css'
import classes from './ForgotPassword.module.css'
import { provideForgotPassword } from './provide.ts'

type Props = {
  /** What was typed into the sign-in form, to begin with. */
  typed: string
  /** Hears what is typed here, so that the sign-in form can begin with it. */
  onTyped: (typed: string) => void
}

/** The panel that takes the place of the sign-in form: it asks for a letter with a reset link. */
export function ForgotPassword({ typed, onTyped }: Props) {
  const root = useRoot()
  const { brand } = root.configuration
  const [machine] = useState(() => provideForgotPassword(root))
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (now) => now)
  const { from } = parseLocationState(useLocation().state)
  const field = useRef<HTMLInputElement>(null)
  const heading = useId()
  const { error, message } = snapshot.context
  const busy = snapshot.hasTag('busy')
  const isBlank = snapshot.matches({ visible: { open: 'blank' } })
  const isSent = snapshot.matches({ visible: { open: 'sent' } })

  // On the sign-in page itself the panel is another place all the same.
  useEffect(() => {
    const before = document.title
    document.title = `${appRoutes.forgetPassword.title} · ${brand.name}`
    return () => {
      document.title = before
    }
  }, [brand.name])

  if (snapshot.matches('hidden')) return <Navigate to={paths.signIn()} state={from ? { from } : null} />

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email_address') ?? '')
    onTyped(email.trim())
    actor.send({ type: 'form.submit', email })
    const now = actor.getSnapshot()
    if (now.matches({ visible: { open: 'invalid' } }) || now.matches({ visible: { open: 'blank' } }))
      field.current?.focus()
  }

  return (
    <form className={shared.fields} onSubmit={submit} noValidate aria-busy={busy} aria-labelledby={heading}>
      <div className={classes.header}>
        <ActionIcon
          className={classes.back}
          variant="subtle"
          color="ink"
          size="lg"
          aria-label="Back to Sign In"
          onClick={() => actor.send({ type: 'panel.close' })}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M20 12H5m6-7-7 7 7 7" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
        </ActionIcon>
        <h1 id={heading}>Forgot password</h1>
        <p className={classes.subtitle}>Enter your email or username and we’ll email you a link to set a new one.</p>
      </div>
      <LoginField
        ref={field}
        name="email_address"
        error={error || isBlank}
        typed={typed}
        onTyped={onTyped}
        onEdit={() => actor.send({ type: 'field.edit' })}
      />
      <SubmitButton busy={busy} busyLabel="Sending reset instructions">
        Send Reset Instructions
      </SubmitButton>
      <div>
        <Notice tone="done">{isSent ? message : ''}</Notice>
        <Notice tone="wrong">{isSent ? '' : message}</Notice>
        {isSent ? (
          <p className={classes.hint}>No email after a few minutes? Check your spam folder or send it again.</p>
        ) : null}
      </div>
    </form>
  )
}
