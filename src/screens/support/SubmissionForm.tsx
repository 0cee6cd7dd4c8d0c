import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type FormName, type submissionMachine, type Values } from '../../../machines/submission.ts'
import { useRoot } from '../../app/root.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMachineForm } from '../../ui/forms/useMachineForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Textarea } from '../../ui/Textarea.ts'
import { TextInput } from '../../ui/TextInput.ts'
import { getDraft, provideSubmission } from './provide.ts'
import classes from './SubmissionForm.module.css'

export type Field = {
  readonly name: string
  readonly label: string
  readonly kind?: 'email' | 'lines'
  readonly autoComplete?: string
  readonly hint?: string
  readonly optional?: true
  /** The next field is beside it where there is room. */
  readonly paired?: true
}

type FieldsProps = {
  label: string
  fields: readonly Field[]
  /** Renders the values that have no text field, between the fields and the button. */
  renderExtra?: (edit: (field: string, value: string) => void, values: Values) => ReactNode
}

/** A support form, and the confirmation that replaces it after it was sent. */
export function SubmissionForm({
  form,
  prefilled,
  ...fieldsProps
}: FieldsProps & {
  form: FormName
  prefilled: Values
}) {
  const root = useRoot()
  const [machine] = useState(() => provideSubmission(root))
  const [draft] = useState(() => getDraft(form))
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const actor = useActorRef(machine, { input: { form, userId, prefilled, draft } })
  const isSent = useSelector(actor, (snapshot) => snapshot.matches('sent'))
  const message = useSelector(actor, ({ context }) => context.message)

  if (isSent)
    return (
      <div className={classes.sent}>
        <Notice tone="done">{message}</Notice>
        <Button variant="default" onClick={() => actor.send({ type: 'form.reset' })} autoFocus>
          Send another message
        </Button>
      </div>
    )
  return <Fields actor={actor} {...fieldsProps} />
}

function Fields({
  actor,
  label,
  fields,
  renderExtra,
}: FieldsProps & { actor: ActorRefFrom<typeof submissionMachine> }) {
  const errors = useSelector(actor, ({ context }) => context.errors)
  const message = useSelector(actor, ({ context }) => context.message)
  const values = useSelector(actor, ({ context }) => context.values)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isOutcomeUnknown = useSelector(actor, (snapshot) => snapshot.matches({ editing: 'outcomeUnknown' }))
  const edit = (field: string, value: string) => actor.send({ type: 'field.edit', field, value })
  const { formProps, getFieldProps } = useMachineForm({
    initialValues: Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ''])),
    errors,
    onSubmit: (typed) => actor.send({ type: 'form.submit', values: { ...values, ...typed } }),
    onEdit: (field, typed) => edit(field, typed[field] ?? ''),
  })

  const end = useRef<HTMLDivElement>(null)
  // On a phone the message would be below the visible area.
  useEffect(() => {
    if (message) end.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  return (
    <form {...formProps} className={classes.form} aria-label={label} aria-busy={busy}>
      {fields.map(({ name, label: fieldLabel, kind, autoComplete = 'off', hint, optional, paired }) => {
        const shared = {
          ...getFieldProps(name),
          label: fieldLabel,
          description: hint,
          className: paired ? undefined : classes.wide,
          withAsterisk: optional === undefined,
          'aria-required': optional === undefined,
        }
        return kind === 'lines' ? (
          <Textarea key={name} {...shared} classNames={{ input: classes.lines }} />
        ) : (
          <TextInput key={name} {...shared} type={kind ?? 'text'} autoComplete={autoComplete} />
        )
      })}
      {renderExtra?.(edit, values)}
      <div ref={end} className={classes.end}>
        <div className={message ? classes.result : undefined}>
          <Notice tone="wrong">{isOutcomeUnknown ? '' : message}</Notice>
          <Notice tone="unsure">{isOutcomeUnknown ? message : ''}</Notice>
        </div>
        <Actions stretch>
          <Button type="submit" loading={busy}>
            Send
          </Button>
        </Actions>
      </div>
    </form>
  )
}
