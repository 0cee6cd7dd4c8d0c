import { useActorRef, useSelector } from '@xstate/react'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useBeforeUnload, useBlocker } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type profileEditMachine, type ProfileValues } from '../../../machines/profileEdit.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import { PictureField } from './PictureField.tsx'
import { LocationFields } from './LocationFields.tsx'
import { provideProfileEdit } from './provide.ts'
import classes from './EditProfile.module.css'

type Field = {
  readonly name: string
  readonly label: string
  readonly autoComplete: string
  readonly kind?: 'email' | 'tel'
  readonly isRequired?: boolean
  /** Stands beside the next one where there is room. */
  readonly isHalf?: boolean
}

const identityFields: readonly Field[] = [
  { name: 'display_name', label: 'Display name', autoComplete: 'nickname', isRequired: true },
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', isHalf: true },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', isHalf: true },
]
const contactFields: readonly Field[] = [
  { name: 'user_email', label: 'E-mail', autoComplete: 'email', kind: 'email', isRequired: true },
  { name: 'user_phone', label: 'Phone', autoComplete: 'tel', kind: 'tel', isHalf: true },
]
const streetFields: readonly Field[] = [
  { name: 'mepr-address-one', label: 'Address', autoComplete: 'billing address-line1' },
  { name: 'mepr-address-two', label: 'Address, second line', autoComplete: 'billing address-line2' },
]
const zipField: Field = {
  name: 'mepr-address-zip',
  label: 'ZIP or postal code',
  autoComplete: 'billing postal-code',
  isHalf: true,
}
const fieldOrder = [...identityFields, ...contactFields, ...streetFields, zipField]

const inputClassNames = {
  wrapper: classes.field,
  label: classes.label,
  error: classes.error,
  description: classes.hint,
}

/** Who one is to us, to be changed. What is not saved is not left without a question. */
export function Component() {
  const root = useRoot()
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const [machine] = useState(() => provideProfileEdit(root))
  const actor = useActorRef(machine, { input: { userId } })
  const snapshot = useSelector(actor, (now) => now)
  const isAsking = snapshot.matches({ open: { leaving: 'asking' } })

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    actor.send({ type: 'page.leave' })
    return actor.getSnapshot().matches({ open: { leaving: 'asking' } })
  })
  useBeforeUnload((event) => {
    if (isAsking || actor.getSnapshot().can({ type: 'page.leave' })) event.preventDefault()
  })

  const stay = () => {
    actor.send({ type: 'leave.cancel' })
    blocker.reset?.()
  }
  const leave = () => {
    actor.send({ type: 'leave.confirm' })
    blocker.proceed?.()
  }

  return (
    <>
      <PageHeading subtitle="Your picture, names, e-mail, phone and billing address.">Edit profile</PageHeading>
      {snapshot.matches('loading') ? (
        <div className={classes.skeleton} role="status" aria-label="Loading your profile">
          <Skeleton height="6rem" />
          <Skeleton height="12rem" />
          <Skeleton height="9rem" />
          <Skeleton height="16rem" />
        </div>
      ) : snapshot.matches('failed') ? (
        <FailureNotice
          title="Your profile could not be loaded"
          message={snapshot.context.message}
          onRetry={() => actor.send({ type: 'profile.retry' })}
        />
      ) : (
        <div className={classes.page}>
          <PictureField />
          <Form actor={actor} />
        </div>
      )}
      {isAsking ? (
        <Dialog
          title="Leave without saving?"
          onClose={stay}
          actions={
            <>
              <Button variant="default" onClick={leave}>
                Leave without saving
              </Button>
              <Button onClick={stay}>Keep editing</Button>
            </>
          }
        >
          <p>What you have changed is not saved yet.</p>
        </Dialog>
      ) : null}
    </>
  )
}

function Form({ actor }: { actor: ActorRefFrom<typeof profileEditMachine> }) {
  const snapshot = useSelector(actor, (now) => now)
  const { values, errors, message, waiting, saved } = snapshot.context
  const busy = snapshot.hasTag('busy')
  const edit = (changed: ProfileValues) => actor.send({ type: 'form.edit', values: changed })
  const isConfirmationSent = snapshot.matches({ open: { form: { editing: 'mailed' } } })
  const isSaved = isConfirmationSent || snapshot.matches({ open: { form: { editing: 'saved' } } })
  const locationError = errors['mepr-address-state'] ?? errors['mepr-address-city'] ?? errors['mepr-address-country']

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    actor.send({ type: 'form.submit' })
    const invalidField = fieldOrder.find(({ name }) => name in actor.getSnapshot().context.errors)
    const element = invalidField && event.currentTarget.elements.namedItem(invalidField.name)
    if (element instanceof HTMLElement) element.focus()
  }

  const renderField = (
    { name, label, autoComplete, kind, isRequired = false, isHalf = false }: Field,
    hint?: string,
  ) => (
    <TextInput
      key={name}
      className={isHalf ? '' : classes.wide}
      classNames={inputClassNames}
      name={name}
      label={label}
      description={hint}
      type={kind ?? 'text'}
      autoComplete={autoComplete}
      withAsterisk={isRequired}
      aria-required={isRequired}
      readOnly={busy}
      value={values[name] ?? ''}
      error={errors[name]}
      onChange={({ currentTarget }) => edit({ [name]: currentTarget.value })}
    />
  )

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Edit profile" aria-busy={busy}>
      <Group title="Who you are">{identityFields.map((one) => renderField(one))}</Group>
      <Group title="How to reach you">
        {contactFields.map((one) =>
          renderField(
            one,
            one.name !== 'user_email'
              ? undefined
              : waiting === ''
                ? 'A new address gets a link by mail; until you open it, the old one stays.'
                : `We sent a link to ${waiting}. Until you open it, this one stays.`,
          ),
        )}
      </Group>
      <Group title="Billing address">
        {streetFields.map((one) => renderField(one))}
        <div className={classes.wide}>
          <LocationFields
            savedLocation={{
              country: saved['mepr-address-country'] ?? '',
              state: saved['mepr-address-state'] ?? '',
              city: saved['mepr-address-city'] ?? '',
            }}
            disabled={busy}
            onEdit={edit}
          />
          <p className={classes.locationError} role="alert">
            {locationError}
          </p>
        </div>
        {renderField(zipField)}
      </Group>
      <div className={classes.footer}>
        <Notice tone={isConfirmationSent ? 'done' : isSaved || message === '' ? 'plain' : 'wrong'}>{message}</Notice>
        <div className={classes.actions}>
          <Button type="submit" loading={busy} disabled={!busy && !snapshot.can({ type: 'form.submit' })}>
            Save
          </Button>
          <Button variant="default" renderRoot={(shape) => <Link to={paths.viewProfile()} {...shape} />}>
            Your profile
          </Button>
        </div>
      </div>
    </form>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <h2 id={id} className={classes.wide}>
        {title}
      </h2>
      {children}
    </div>
  )
}
