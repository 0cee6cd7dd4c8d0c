import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useNavigation } from '../../../app/navigation.tsx'
import { parseLocationState, paths, appRoutes } from '../../../app/paths.ts'
import { useRoot } from '../../../app/root.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useMachineForm } from '../../../ui/forms/useMachineForm.ts'
import { ActionIcon } from '../../../ui/ActionIcon.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { LoginField } from '../LoginField.tsx'
import shared from '../SignIn.module.css'
import classes from './ForgotPassword.module.css'
import { provideForgotPassword } from './provide.ts'

/** Replaces the sign-in form and requests an email with a reset link. `typed` is the login of the sign-in form. */
export function ForgotPassword({ typed, onTyped }: { typed: string; onTyped: (typed: string) => void }) {
  const root = useRoot()
  const { brand } = root.configuration
  const [machine] = useState(() => provideForgotPassword(root))
  const actor = useActorRef(machine)
  const error = useSelector(actor, ({ context }) => context.error)
  const message = useSelector(actor, ({ context }) => context.message)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isHidden = useSelector(actor, (snapshot) => snapshot.matches('hidden'))
  const isBlank = useSelector(actor, (snapshot) => snapshot.matches({ visible: { open: 'blank' } }))
  const isSent = useSelector(actor, (snapshot) => snapshot.matches({ visible: { open: 'sent' } }))
  const errors = useMemo(() => ({ email: error || isBlank }), [error, isBlank])
  const { formProps, getFieldProps } = useMachineForm({
    initialValues: { email: typed },
    errors,
    onSubmit: ({ email }) => {
      onTyped(email.trim())
      actor.send({ type: 'form.submit', email })
    },
    onEdit: () => actor.send({ type: 'field.edit' }),
  })
  const { location, navigate } = useNavigation()
  const { from } = parseLocationState(location.state)
  const heading = useId()

  // The panel may open under the path of the sign-in page, whose title the router sets.
  useEffect(() => {
    const before = document.title
    document.title = `${appRoutes.forgetPassword.title} · ${brand.name}`
    return () => {
      document.title = before
    }
  }, [brand.name])

  useEffect(() => {
    if (isHidden) navigate(paths.signIn(), { state: from ? { from } : null })
  }, [isHidden, from, navigate])

  if (isHidden) return null

  return (
    <form {...formProps} className={shared.fields} aria-busy={busy} aria-labelledby={heading}>
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
        <h1 id={heading}>Forgot your password?</h1>
        <p className={classes.subtitle}>Enter your email or username and we’ll email you a link to set a new one.</p>
      </div>
      <LoginField {...getFieldProps('email')} onTyped={onTyped} />
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
