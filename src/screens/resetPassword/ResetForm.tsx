import { useSelector } from '@xstate/react'
import { useId, useMemo, useState } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type NewPassword, type passwordResetMachine } from '../../../machines/passwordReset.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useMachineForm } from '../../ui/forms/useMachineForm.ts'
import { passwordStrength } from '../../ui/passwordStrength.ts'
import { PasswordInput } from '../../ui/PasswordInput.ts'
import classes from './ResetPassword.module.css'

const inputClassNames = { visibilityToggle: classes.toggle }
const wrapperOrder: ('label' | 'input' | 'description')[] = ['label', 'input', 'description']

/** The new password, twice. A hint rates its strength. */
export function ResetForm({ actor }: { actor: ActorRefFrom<typeof passwordResetMachine> }) {
  const login = useSelector(actor, ({ context }) => context.login)
  const message = useSelector(actor, ({ context }) => context.message)
  const invalidFields = useSelector(actor, ({ context }) => context.invalidFields)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const [strength, setStrength] = useState(() => passwordStrength('', login))
  const [shown, setShown] = useState({ password: false, confirm: false })
  const messageId = useId()
  const errors = useMemo(() => Object.fromEntries(invalidFields.map((name) => [name, true])), [invalidFields])
  const { form, formProps, getFieldProps } = useMachineForm({
    initialValues: { password: '', confirm: '' },
    errors,
    onSubmit: (passwords) => actor.send({ type: 'form.submit', ...passwords }),
    onEdit: (_field, { password }) => {
      setStrength(passwordStrength(password, login))
      actor.send({ type: 'field.edit' })
    },
  })

  const getPasswordProps = (name: keyof NewPassword, fieldName: string) => ({
    ...getFieldProps(name),
    'aria-invalid': Boolean(form.errors[name]),
    'aria-errormessage': form.errors[name] ? messageId : undefined,
    visible: shown[name],
    onVisibilityChange: (visible: boolean) => setShown((previous) => ({ ...previous, [name]: visible })),
    visibilityToggleButtonProps: { 'aria-label': `${shown[name] ? 'Hide' : 'Show'} ${fieldName}`, tabIndex: 0 },
  })

  return (
    <form {...formProps} className={classes.form} aria-busy={busy} aria-label="New password">
      <input name="username" type="text" autoComplete="username" value={login} readOnly hidden />
      <PasswordInput
        {...getPasswordProps('password', 'new password')}
        classNames={inputClassNames}
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
      />
      <PasswordInput
        {...getPasswordProps('confirm', 'password confirmation')}
        classNames={inputClassNames}
        label="Confirm Password"
        autoComplete="new-password"
        aria-required
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
