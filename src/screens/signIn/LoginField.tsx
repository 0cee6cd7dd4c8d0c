import { type ReactNode, type Ref } from 'react'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import classes from './SignIn.module.css'

/** Who somebody is, in both forms of this page: what was typed in the one is there in the other. */
export function LoginField({
  ref,
  name,
  error,
  typed,
  onTyped,
  onEdit,
}: {
  ref: Ref<HTMLInputElement>
  name: string
  error: ReactNode
  typed: string
  onTyped: (login: string) => void
  onEdit: () => void
}) {
  return (
    <TextInput
      ref={ref}
      classNames={{ wrapper: classes.field }}
      name={name}
      label="E-mail or username"
      placeholder="E-mail / username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inputMode="email"
      autoFocus
      aria-required
      defaultValue={typed}
      error={error}
      onBlur={({ currentTarget }) => onTyped(currentTarget.value.trim())}
      onChange={onEdit}
    />
  )
}
