import { type TextInputProps } from '@mantine/core'
import { TextInput } from '../../ui/TextInput.ts'
import classes from './SignIn.module.css'

/** The email or username in both forms of this page. `onTyped` passes the login from one form to the other. */
export function LoginField({ onTyped, ...inputProps }: TextInputProps & { onTyped: (login: string) => void }) {
  return (
    <TextInput
      {...inputProps}
      classNames={{ wrapper: classes.field }}
      label="E-mail or username"
      placeholder="E-mail / username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputMode="email"
      autoFocus
      aria-required
      onBlur={({ currentTarget }) => onTyped(currentTarget.value.trim())}
    />
  )
}
