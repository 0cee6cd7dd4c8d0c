import { useId, useRef, useState, type FormEvent } from 'react'
import { type NewPassword } from '../../../machines/passwordReset.ts'
import { Notice } from '../../ui/Notice.tsx'
import { strengthOf } from '../../ui/passwordStrength.ts'
import { PasswordInput } from '../../ui/pieces/PasswordInput.ts'
import { SubmitPlace } from '../../ui/SubmitPlace.tsx'
import classes from './ResetPassword.module.css'

type Props = {
  /** Whose password it is: for password managers and for the hint. */
  login: string
  busy: boolean
  message: string
  /** The fields to mark. */
  wrong: readonly (keyof NewPassword)[]
  /** Hears a filled-in form and answers which fields are wrong, the first of them first. */
  onSubmit: (passwords: NewPassword) => readonly (keyof NewPassword)[]
  onEdit: () => void
}

const parts = { visibilityToggle: classes.toggle }
const order: ('label' | 'input' | 'description')[] = ['label', 'input', 'description']

/** Two password fields. The browser keeps the keystrokes; a hint says how strong the new password is. */
export function ResetForm({ login, busy, message, wrong, onSubmit, onEdit }: Props) {
  const [strength, setStrength] = useState(() => strengthOf('', login))
  const [shown, setShown] = useState({ password: false, confirm: false })
  const password = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLInputElement>(null)
  const line = useId()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [first] = onSubmit({
      password: String(given.get('new_password') ?? ''),
      confirm: String(given.get('confirm_password') ?? ''),
    })
    if (first === 'password') password.current?.focus()
    else if (first === 'confirm') confirm.current?.focus()
  }
  const toggle = (name: keyof NewPassword, what: string) => ({
    visible: shown[name],
    onVisibilityChange: (visible: boolean) => setShown((now) => ({ ...now, [name]: visible })),
    visibilityToggleButtonProps: { 'aria-label': `${shown[name] ? 'Hide' : 'Show'} ${what}`, tabIndex: 0 },
  })
  const marked = (name: keyof NewPassword) =>
    wrong.includes(name) ? { error: true, 'aria-invalid': true, 'aria-errormessage': line } : { error: false }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={busy} aria-label="New password">
      <input name="username" type="text" autoComplete="username" value={login} readOnly hidden />
      <PasswordInput
        ref={password}
        classNames={parts}
        name="new_password"
        label="New Password"
        autoComplete="new-password"
        autoFocus
        aria-required
        inputWrapperOrder={order}
        description={
          <span className={classes.strength}>
            <span className={classes.meter} data-steps={strength.steps} aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
            </span>
            {strength.words}
          </span>
        }
        onChange={({ currentTarget }) => {
          setStrength(strengthOf(currentTarget.value, login))
          onEdit()
        }}
        {...toggle('password', 'new password')}
        {...marked('password')}
      />
      <PasswordInput
        ref={confirm}
        classNames={parts}
        name="confirm_password"
        label="Confirm Password"
        autoComplete="new-password"
        aria-required
        onChange={onEdit}
        {...toggle('confirm', 'confirm password')}
        {...marked('confirm')}
      />
      <SubmitPlace busy={busy} busyWords="Setting your new password">
        Reset Password
      </SubmitPlace>
      <Notice id={line} tone="wrong">
        {message}
      </Notice>
    </form>
  )
}
