import { useActorRef, useSelector } from '@xstate/react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { type FormName, type Values } from '../../../machines/submission.ts'
import { useRoot } from '../../app/root.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { Textarea } from '../../ui/pieces/Textarea.ts'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import { getDraft, provideSubmission } from './provide.ts'
import classes from './SubmissionForm.module.css'

export type Field = {
  readonly name: string
  readonly label: string
  readonly kind?: 'email' | 'lines'
  readonly autoComplete?: string
  readonly hint?: string
  readonly optional?: true
}

/** One of the support's forms, from the first keystroke to the host's thanks. `more` stands between fields and button. */
export function SubmissionForm({
  form,
  label,
  fields,
  prefilled,
  renderExtra: renderExtra,
}: {
  form: FormName
  label: string
  fields: readonly Field[]
  prefilled: Values
  renderExtra?: (edit: (field: string, value: string) => void, values: Values) => ReactNode
}) {
  const root = useRoot()
  const [machine] = useState(() => provideSubmission(root))
  const [draft] = useState(() => getDraft(form))
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
          Send another message
        </Button>
      </div>
    )

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const entries = fields.map(({ name }) => [name, String(typed.get(name) ?? '')])
    const target = event.currentTarget
    actor.send({ type: 'form.submit', values: { ...values, ...Object.fromEntries(entries) } })
    const invalidField = fields.find(({ name }) => name in actor.getSnapshot().context.errors)
    const element = invalidField && target.elements.namedItem(invalidField.name)
    if (element instanceof HTMLElement) element.focus()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={label} aria-busy={busy}>
      {fields.map(({ name, label: fieldLabel, kind, autoComplete = 'off', hint, optional }) => {
        const shared = {
          name,
          label: fieldLabel,
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
      {renderExtra?.(edit, values)}
      <Notice tone="wrong">{message}</Notice>
      <div>
        <Button type="submit" loading={busy}>
          Send
        </Button>
      </div>
    </form>
  )
}
