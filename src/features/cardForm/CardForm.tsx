import { CardElement, Elements } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { useActorRef, useSelector } from '@xstate/react'
import { useId, useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type CardField, type cardPaymentMachine } from '../../../machines/cardPayment.ts'
import { type CardProvider } from '../../actors/stripeProvider.ts'
import { paths } from '../../app/paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { TextInput } from '../../ui/pieces/TextInput.ts'
import { LocationPicker } from '../location/LocationPicker.tsx'
import { provideLocation } from '../location/provide.ts'
import classes from './CardForm.module.css'

const cardFieldState = ({ empty, complete }: StripeCardElementChangeEvent): CardField =>
  empty ? 'empty' : complete ? 'complete' : 'incomplete'

/** Calls back when the document has another scheme: then its colours are others. */
function subscribeToScheme(onChange: () => void) {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

const isDark = () => document.documentElement.classList.contains('dark')

/** The provider's field is in another document and takes no stylesheet of ours: it is told our colours as they are. */
function cardElementStyle(page: Document) {
  const root = getComputedStyle(page.documentElement)
  const colour = (token: string) => root.getPropertyValue(token).trim()
  return {
    base: {
      color: colour('--n-12'),
      fontFamily: 'system-ui, Arial, sans-serif',
      fontSize: root.fontSize,
      fontSmoothing: 'antialiased',
      iconColor: colour('--n-9'),
      '::placeholder': { color: colour('--n-9') },
    },
    invalid: { color: colour('--signal-text'), iconColor: colour('--signal-text') },
  }
}

/**
 * The form for a new card. The browser keeps the keystrokes and the provider's frame the card, so a refused payment
 * finds both as they were. `actor` is undefined while the payment runs; `label` says the amount. Back leads to the plans,
 * unless `onBack` says otherwise.
 */
export function CardForm({
  name = 'Card payment',
  actor,
  stripe,
  label,
  isPaying,
  onBack,
}: {
  name?: string
  actor: ActorRefFrom<typeof cardPaymentMachine> | undefined
  stripe: CardProvider
  label: string
  isPaying: boolean
  onBack?: () => void
}) {
  useSyncExternalStore(subscribeToScheme, isDark)
  const client = useSyncExternalStore(stripe.client.subscribe, stripe.client.get)
  const snapshot = useSelector(actor, (now) => now)
  const [locationMachine] = useState(provideLocation)
  const location = useActorRef(locationMachine)
  const [cardProblem, setCardProblem] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const cardLabel = useId()

  const errors = snapshot?.context.errors ?? {}
  const message = snapshot?.context.message ?? ''
  const isBusy = isPaying || snapshot?.matches('tokenising') === true
  const isUnavailable = snapshot?.matches('unavailable') === true
  const isEmpty = !isPaying && (snapshot === undefined || snapshot.context.card === 'empty')
  const problem = errors.card ?? cardProblem

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!actor) return
    const fields = new FormData(event.currentTarget)
    const { address } = location.getSnapshot().context
    actor.send({
      type: 'form.submit',
      cardholderName: String(fields.get('cardholderName') ?? ''),
      billingAddress: String(fields.get('billingAddress') ?? ''),
      ...address,
    })
    const fieldErrors = actor.getSnapshot().context.errors
    if (fieldErrors.cardholderName) nameField.current?.focus()
    else if (fieldErrors.billingAddress) addressField.current?.focus()
    else if (fieldErrors.card) stripe.focusField()
  }

  const edit = (field: 'cardholderName' | 'billingAddress') => () => actor?.send({ type: 'field.edit', field })

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={name} aria-busy={isBusy}>
      <TextInput
        ref={nameField}
        name="cardholderName"
        label="Cardholder name"
        autoComplete="cc-name"
        withAsterisk
        aria-required
        readOnly={isBusy}
        error={errors.cardholderName}
        onChange={edit('cardholderName')}
      />
      <TextInput
        ref={addressField}
        name="billingAddress"
        label="Billing address"
        autoComplete="billing street-address"
        withAsterisk
        aria-required
        readOnly={isBusy}
        error={errors.billingAddress}
        onChange={edit('billingAddress')}
      />
      <LocationPicker actor={location} disabled={isBusy} />
      <div role="group" aria-labelledby={cardLabel}>
        <span id={cardLabel} className={classes.cardLabel}>
          Card details{' '}
          <span className={classes.required} aria-hidden="true">
            *
          </span>
        </span>
        {isUnavailable ? (
          <Notice tone="wrong">
            <span className={classes.unavailable}>
              The card form didn’t load. Check your connection or ad blocker and try again.
              <Button variant="default" onClick={() => actor?.send({ type: 'provider.retry' })}>
                Retry
              </Button>
            </span>
          </Notice>
        ) : client && snapshot?.matches('loading') !== true ? (
          <div className={problem ? `${classes.card} ${classes.invalid}` : classes.card}>
            <Elements stripe={client}>
              <CardElement
                options={{ style: cardElementStyle(document), hidePostalCode: true, disabled: isBusy }}
                onReady={stripe.setField}
                onChange={(change) => {
                  setCardProblem(change.error?.message ?? '')
                  // Leaving the field is a change to the provider, and none to the form.
                  const card = cardFieldState(change)
                  if (card !== actor?.getSnapshot().context.card) actor?.send({ type: 'card.changed', card })
                }}
                onLoadError={() => actor?.send({ type: 'card.failed' })}
              />
            </Elements>
          </div>
        ) : (
          <div role="status" aria-label="Loading the card field">
            <Skeleton height="2.625rem" />
          </div>
        )}
        <p className={classes.error} role="alert">
          {problem}
        </p>
      </div>
      <Notice tone="wrong">{message}</Notice>
      <div className={classes.actions}>
        {onBack ? (
          <Button variant="default" disabled={isPaying} onClick={onBack}>
            Cancel
          </Button>
        ) : (
          <Button variant="default" renderRoot={(shape) => <Link to={paths.packages()} {...shape} />}>
            Back
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={isEmpty}>
          {label}
        </Button>
      </div>
    </form>
  )
}
