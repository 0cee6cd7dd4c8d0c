import { useActorRef, useSelector } from '@xstate/react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { type FormName, type Values } from '../../../machines/submission.ts'
import { useRoot } from '../../app/root.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { Textarea } from '../../ui/pieces/Textarea.ts'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import { draftOf, provideSubmission } from './provide.ts'
import classes from './Letter.module.css'

export type Field = {
  readonly name: string
  readonly label: string
  readonly kind?: 'email' | 'lines'
  readonly autoComplete?: string
  readonly hint?: string
  readonly optional?: true
}

/** One of the support's forms, from the first keystroke to the host's thanks. `more` stands between fields and button. */
export function Letter({
  form,
  label,
  fields,
  prefilled,
  more,
}: {
  form: FormName
  label: string
  fields: readonly Field[]
  prefilled: Values
  more?: (edit: (field: string, value: string) => void, values: Values) => ReactNode
}) {
  const root = useRoot()
  const [machine] = useState(() => provideSubmission(root))
  const [draft] = useState(() => draftOf(form))
  const userId = useSelector(root.session, (now) => now.context.user?.ID ?? 0)
  const actor = useActorRef(machine, { input: { form, userId, prefilled, draft } })
  const snapshot = useSelector(actor, (now) => now)
  const { errors, message, values } = snapshot.context
  const busy = snapshot.hasTag('busy')
  const edit = (field: string, value: string) => actor.send({ type: 'field.edit', field, value })

  if (snapshot.matches('sent'))
    return (
      <div className={classes.sent}>
        <Notice tone="done">{message}</Notice>
        <Button variant="default" onClick={() => actor.send({ type: 'form.again' })} autoFocus>
          Write another one
        </Button>
      </div>
    )

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const read = fields.map(({ name }) => [name, String(typed.get(name) ?? '')])
    const target = event.currentTarget
    actor.send({ type: 'form.submit', values: { ...values, ...Object.fromEntries(read) } })
    const wrong = fields.find(({ name }) => name in actor.getSnapshot().context.errors)
    const place = wrong && target.elements.namedItem(wrong.name)
    if (place instanceof HTMLElement) place.focus()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={label} aria-busy={busy}>
      {fields.map(({ name, label: words, kind, autoComplete = 'off', hint, optional }) => {
        const shared = {
          name,
          label: words,
          description: hint,
          defaultValue: values[name],
          withAsterisk: optional === undefined,
          'aria-required': optional === undefined,
          error: errors[name],
        }
        return kind === 'lines' ? (
          <Textarea
            key={name}
            {...shared}
            classNames={{ input: classes.lines }}
            onChange={({ target }) => edit(name, target.value)}
          />
        ) : (
          <TextInput
            key={name}
            {...shared}
            type={kind ?? 'text'}
            autoComplete={autoComplete}
            onChange={({ target }) => edit(name, target.value)}
          />
        )
      })}
      {more?.(edit, values)}
      <Notice tone="wrong">{message}</Notice>
      <div>
        <Button type="submit" loading={busy}>
          Send
        </Button>
      </div>
    </form>
  )
}
