import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { Link, useBeforeUnload, useBlocker } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type profileEditMachine } from '../../../machines/profileEdit.ts'
import { paths } from '../../app/paths.ts'
import { hasFeature } from '../../app/configuration.ts'
import { useRoot } from '../../app/root.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useMachineForm } from '../../ui/forms/useMachineForm.ts'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.ts'
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
  /** Shares its row with the next field on a wide screen. */
  readonly isHalf?: boolean
}

const identityFields: readonly Field[] = [
  { name: 'display_name', label: 'Display name', autoComplete: 'nickname', isRequired: true },
  { name: 'first_name', label: 'First name', autoComplete: 'given-name', isHalf: true },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', isHalf: true },
]
const contactFields: readonly Field[] = [
  { name: 'user_email', label: 'Email', autoComplete: 'email', kind: 'email', isRequired: true },
  { name: 'user_phone', label: 'Phone', autoComplete: 'tel', kind: 'tel', isHalf: true },
]
const streetFields: readonly Field[] = [
  { name: 'mepr-address-one', label: 'Address', autoComplete: 'billing address-line1' },
  { name: 'mepr-address-two', label: 'Apartment, suite, etc. (optional)', autoComplete: 'billing address-line2' },
]
const zipField: Field = {
  name: 'mepr-address-zip',
  label: 'ZIP or postal code',
  autoComplete: 'billing postal-code',
  isHalf: true,
}

const inputClassNames = {
  wrapper: classes.field,
  label: classes.label,
  error: classes.error,
  description: classes.hint,
}

/** Edits photo, name, contact and billing address. Leaving with unsaved changes requires confirmation. */
export function Component() {
  const root = useRoot()
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const [machine] = useState(() => provideProfileEdit(root))
  const actor = useActorRef(machine, { input: { userId } })
  const message = useSelector(actor, ({ context }) => context.message)
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'))
  const isAsking = useSelector(actor, (snapshot) => snapshot.matches({ open: { leaving: 'confirming' } }))

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    actor.send({ type: 'page.leave' })
    return actor.getSnapshot().matches({ open: { leaving: 'confirming' } })
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
      <PageHeading subtitle="Your photo, name, contact and billing details.">Edit details</PageHeading>
      {isLoading ? (
        <div className={classes.skeleton} role="status" aria-label="Loading your details">
          <Skeleton height="6rem" />
          <Skeleton height="12rem" />
          <Skeleton height="9rem" />
          <Skeleton height="16rem" />
        </div>
      ) : hasFailed ? (
        <FailureNotice
          title="We couldn’t load your details"
          message={message}
          onRetry={() => actor.send({ type: 'profile.retry' })}
        />
      ) : (
        <div className={classes.page}>
          {hasFeature(root.configuration, 'photoUpload') ? <PictureField /> : null}
          <Form actor={actor} />
        </div>
      )}
      {isAsking ? (
        <Dialog
          title="Discard changes?"
          onClose={stay}
          actions={
            <>
              <Button variant="default" onClick={leave}>
                Discard
              </Button>
              <Button onClick={stay}>Keep editing</Button>
            </>
          }
        >
          <p>You have unsaved changes.</p>
        </Dialog>
      ) : null}
    </>
  )
}

function Form({ actor }: { actor: ActorRefFrom<typeof profileEditMachine> }) {
  const saved = useSelector(actor, ({ context }) => context.saved)
  const errors = useSelector(actor, ({ context }) => context.errors)
  const message = useSelector(actor, ({ context }) => context.message)
  const pendingEmail = useSelector(actor, ({ context }) => context.pendingEmail)
  const locationPicker = useSelector(actor, ({ children }) => children.locationPicker)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canSubmit = useSelector(actor, (snapshot) => snapshot.can({ type: 'form.submit' }))
  const isConfirmationSent = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { form: { editing: 'confirmationSent' } } }),
  )
  const isSaved = useSelector(
    actor,
    (snapshot) => isConfirmationSent || snapshot.matches({ open: { form: { editing: 'saved' } } }),
  )
  const isOutcomeUnknown = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { form: { editing: 'outcomeUnknown' } } }),
  )
  const tone = isOutcomeUnknown ? 'unsure' : isConfirmationSent ? 'done' : isSaved || message === '' ? 'plain' : 'wrong'
  const locationError = errors['mepr-address-state'] ?? errors['mepr-address-city'] ?? errors['mepr-address-country']
  const { form, formProps, getFieldProps } = useMachineForm({
    mode: 'controlled',
    initialValues: { ...saved },
    errors,
    onSubmit: () => actor.send({ type: 'form.submit' }),
    onEdit: (field, values) => actor.send({ type: 'form.edit', values: { [field]: values[field] ?? '' } }),
  })
  // A save trims the values, and a new email is not the account's until it is confirmed.
  const { setValues } = form
  useEffect(() => setValues({ ...saved }), [saved, setValues])

  const renderField = (
    { name, label, autoComplete, kind, isRequired = false, isHalf = false }: Field,
    hint?: string,
  ) => (
    <TextInput
      {...getFieldProps(name)}
      key={name}
      className={isHalf ? '' : classes.wide}
      classNames={inputClassNames}
      label={label}
      description={hint}
      type={kind ?? 'text'}
      autoComplete={autoComplete}
      withAsterisk={isRequired}
      aria-required={isRequired}
      readOnly={busy}
    />
  )

  return (
    <form {...formProps} className={classes.form} aria-label="Edit details" aria-busy={busy}>
      <Group title="Name">{identityFields.map((one) => renderField(one))}</Group>
      <Group title="Contact">
        {contactFields.map((one) =>
          renderField(
            one,
            one.name !== 'user_email'
              ? undefined
              : pendingEmail === ''
                ? 'If you change your email, we’ll send a confirmation link. Your current address works until you confirm.'
                : `Confirm ${pendingEmail} with the link we emailed you. Until then we’ll use ${saved['user_email'] ?? ''}.`,
          ),
        )}
      </Group>
      <Group title="Billing address">
        {streetFields.map((one) => renderField(one))}
        <div className={classes.wide}>
          {locationPicker ? <LocationFields actor={locationPicker} disabled={busy} /> : null}
          <p className={classes.locationError} role="alert">
            {locationError}
          </p>
        </div>
        {renderField(zipField)}
      </Group>
      <div className={classes.footer}>
        <Notice tone={tone}>{message}</Notice>
        <Actions className={classes.actions}>
          <Button type="submit" loading={busy} disabled={!busy && !canSubmit}>
            Save changes
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to={paths.viewProfile()} {...props} />}>
            Cancel
          </Button>
        </Actions>
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
