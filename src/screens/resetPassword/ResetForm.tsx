import { useId, useRef, useState, type FormEvent } from 'react'
import { type NewPassword } from '../../../machines/passwordReset.ts'
import { Notice } from '../../ui/Notice.tsx'
import { passwordStrength } from '../../ui/passwordStrength.ts'
import { PasswordInput } from '../../ui/pieces/PasswordInput.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import classes from './ResetPassword.module.css'

type Props = {
  /** Whose password it is: for password managers and for the hint. */
  login: string
  busy: boolean
  message: string
  /** The fields to mark. */
  invalidFields: readonly (keyof NewPassword)[]
  /** Hears a filled-in form and answers which fields are wrong, the first of them first. */
  onSubmit: (passwords: NewPassword) => readonly (keyof NewPassword)[]
  onEdit: () => void
}

const inputClassNames = { visibilityToggle: classes.toggle }
const wrapperOrder: ('label' | 'input' | 'description')[] = ['label', 'input', 'description']

/** Two password fields. The browser keeps the keystrokes; a hint says how strong the new password is. */
export function ResetForm({ login, busy, message, invalidFields: wrong, onSubmit, onEdit }: Props) {
  const [strength, setStrength] = useState(() => passwordStrength('', login))
  const [shown, setShown] = useState({ password: false, confirm: false })
  const password = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLInputElement>(null)
  const messageId = useId()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const [firstInvalid] = onSubmit({
      password: String(formData.get('new_password') ?? ''),
      confirm: String(formData.get('confirm_password') ?? ''),
    })
    if (firstInvalid === 'password') password.current?.focus()
    else if (firstInvalid === 'confirm') confirm.current?.focus()
  }
  const visibilityProps = (name: keyof NewPassword, fieldName: string) => ({
    visible: shown[name],
    onVisibilityChange: (visible: boolean) => setShown((now) => ({ ...now, [name]: visible })),
    visibilityToggleButtonProps: { 'aria-label': `${shown[name] ? 'Hide' : 'Show'} ${fieldName}`, tabIndex: 0 },
  })
  const errorProps = (name: keyof NewPassword) =>
    wrong.includes(name) ? { error: true, 'aria-invalid': true, 'aria-errormessage': messageId } : { error: false }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={busy} aria-label="New password">
      <input name="username" type="text" autoComplete="username" value={login} readOnly hidden />
      <PasswordInput
        ref={password}
        classNames={inputClassNames}
        name="new_password"
        label="New Password"
        autoComplete="new-password"
        autoFocus
        aria-required
        inputWrapperOrder={wrapperOrder}
        description={
          <span className={classes.strength}>
            <span className={classes.meter} data-steps={strength.steps} aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
            </span>
            {strength.hint}
          </span>
        }
        onChange={({ currentTarget }) => {
          setStrength(passwordStrength(currentTarget.value, login))
          onEdit()
        }}
        {...visibilityProps('password', 'new password')}
        {...errorProps('password')}
      />
      <PasswordInput
        ref={confirm}
        classNames={inputClassNames}
        name="confirm_password"
        label="Confirm Password"
        autoComplete="new-password"
        aria-required
        onChange={onEdit}
        {...visibilityProps('confirm', 'password confirmation')}
        {...errorProps('confirm')}
      />
      <SubmitButton busy={busy} busyLabel="Saving your new password…">
        Reset Password
      </SubmitButton>
      <Notice id={messageId} tone="wrong">
        {message}
      </Notice>
    </form>
  )
}
