import { CardElement, Elements } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { useActorRef, useSelector } from '@xstate/react'
import { memo, useEffect, useId, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type CardField, type cardPaymentMachine } from '../../../machines/cardPayment.ts'
import { type LocationAddress, type LocationContext } from '../../../machines/locationPicker.ts'
import { type BillingDetails } from '../../../machines/payment.types.ts'
import { type CardProvider } from '../../actors/stripeProvider.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useMachineForm, type FieldErrors } from '../../ui/forms/useMachineForm.ts'
import { Button } from '../../ui/Button.tsx'
import { useLasting } from '../../ui/useLasting.ts'
import { TextInput } from '../../ui/TextInput.ts'
import { type PayHandlers } from '../checkout/provide.ts'
import { PayBar } from '../checkout/PayBar.tsx'
import { LocationPicker } from '../location/LocationPicker.tsx'
import { provideLocation } from '../location/provide.ts'
import { BrandMark } from '../savedCard/BrandMark.tsx'
import classes from './CardForm.module.css'

const cardFieldState = ({ empty, complete }: StripeCardElementChangeEvent): CardField =>
  empty ? 'empty' : complete ? 'complete' : 'incomplete'

type CardActor = ActorRefFrom<typeof cardPaymentMachine> | undefined

const noErrors: FieldErrors = {}

const markedBrands = ['visa', 'mastercard', 'amex'] as const

const addressOf = ({ country, state, city }: BillingDetails): LocationAddress => ({ country, state, city })

/** The address as the fields show it, with the state by name; empty while no country is selected. */
const shownAddress = ({ country, state, address }: LocationContext): LocationAddress =>
  country
    ? { country: country.iso2, state: state?.name ?? address.state, city: address.city }
    : { country: '', state: '', city: '' }

/** The provider's field is in another document, which our stylesheet does not reach, so the colors are passed as values. */
function cardElementStyle(page: Document) {
  const root = getComputedStyle(page.documentElement)
  const color = (token: string) => root.getPropertyValue(token).trim()
  return {
    base: {
      color: color('--n-12'),
      fontFamily: root.getPropertyValue('--font').trim(),
      fontSize: root.fontSize,
      fontSmoothing: 'antialiased',
      iconColor: color('--n-9'),
      '::placeholder': { color: color('--n-9') },
    },
    invalid: { color: color('--signal-text'), iconColor: color('--signal-text') },
  }
}

/** The style for the scheme of the document. It is read again only when the scheme changes: reading it takes a layout. */
function useCardElementStyle() {
  const [style, setStyle] = useState(() => cardElementStyle(document))
  useEffect(() => {
    const observer = new MutationObserver(() => setStyle(cardElementStyle(document)))
    observer.observe(document.documentElement, { attributeFilter: ['class'] })
    return () => observer.disconnect()
  }, [])
  return style
}

/**
 * The form for a new card. It starts with what the profile knows and keeps its values when a payment is refused. `actor`
 * is done while the payment is processed, or undefined if the screen was opened meanwhile; then `isPaying` is true.
 * `label` is the text of the submit button, `terms` what it charges. `payHandlers` prepare a payment before the click. Back
 * leads to the plans unless `onBack` is given.
 */
export const CardForm = memo(function CardForm({
  name = 'Card payment',
  actor,
  cardProvider,
  label,
  terms,
  isPaying,
  payHandlers,
  onBack,
}: {
  name?: string
  actor: CardActor
  cardProvider: CardProvider
  label: string
  terms?: ReactNode
  isPaying: boolean
  payHandlers?: PayHandlers
  onBack?: () => void
}) {
  const style = useCardElementStyle()
  const client = useSyncExternalStore(cardProvider.client.subscribe, cardProvider.client.get)
  const errors = useSelector(actor, (snapshot) => snapshot?.context.errors ?? noErrors)
  const message = useSelector(actor, (snapshot) => snapshot?.context.message ?? '')
  const isCharging = useSelector(actor, (snapshot) => snapshot?.matches('tokenizing') || snapshot?.matches('ready'))
  const isLoading = useSelector(actor, (snapshot) => snapshot?.matches('loading') === true)
  const isUnavailable = useSelector(actor, (snapshot) => snapshot?.matches('unavailable') === true)
  const isCardEmpty = useSelector(actor, (snapshot) => (snapshot?.context.card ?? 'empty') === 'empty')
  const root = useRoot()
  const [locationMachine] = useState(() => provideLocation(root))
  // The actor of a later attempt does not reset the fields.
  const [billing] = useState(() => actor?.getSnapshot().context.billing)
  const location = useActorRef(locationMachine, { input: billing && { address: addressOf(billing) } })
  const [postalCode] = useState(() => ({ postalCode: billing?.postalCode ?? '' }))
  const [elementsOptions] = useState(() => ({ fonts: cardProvider.fonts() }))
  const [cardProblem, setCardProblem] = useState('')
  const cardLabel = useId()
  const cardBox = useRef<HTMLDivElement>(null)
  const { form, formProps, getFieldProps } = useMachineForm({
    initialValues: {
      cardholderName: billing?.cardholderName ?? '',
      billingAddress: billing?.billingAddress ?? '',
    },
    errors,
    onSubmit: (values) =>
      actor?.send({ type: 'form.submit', ...values, ...shownAddress(location.getSnapshot().context) }),
    onEdit: (field) => actor?.send({ type: 'field.edit', field }),
  })
  const isBusy = isPaying || isCharging === true
  // Only the button is disabled at once: the calls of the payment would wait for a frame that shows more.
  const isShownBusy = useLasting(isBusy)
  const problem = form.errors['card'] ?? cardProblem

  return (
    <form {...formProps} className={classes.form} aria-label={name} aria-busy={isShownBusy}>
      <div
        role="group"
        aria-labelledby={cardLabel}
        tabIndex={-1}
        data-path="card"
        className={classes.cardGroup}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) cardProvider.focusField()
        }}
      >
        <div className={classes.cardHeader}>
          <span id={cardLabel} className={classes.cardLabel}>
            Card details{' '}
            <span className={classes.required} aria-hidden="true">
              *
            </span>
          </span>
          {markedBrands.map((brand) => (
            <BrandMark key={brand} brand={brand} />
          ))}
        </div>
        {isUnavailable ? (
          <Notice tone="wrong">
            <span className={classes.unavailable}>
              The card form didn’t load. Check your connection or ad blocker and try again.
              <Button variant="default" onClick={() => actor?.send({ type: 'provider.retry' })}>
                Try again
              </Button>
            </span>
          </Notice>
        ) : client && !isLoading ? (
          <div
            ref={cardBox}
            role="group"
            aria-label="Card field"
            tabIndex={-1}
            data-arrows="stop"
            className={problem ? `${classes.card} ${classes.invalid}` : classes.card}
            onKeyDown={({ key }) => {
              if (key === 'Enter') cardProvider.focusField()
            }}
          >
            <Elements stripe={client} options={elementsOptions}>
              <CardElement
                // The provider asks for the postal code where the card's country has one.
                options={{ style, value: postalCode, disabled: isShownBusy }}
                onReady={cardProvider.setField}
                onChange={(change) => {
                  setCardProblem(change.error?.message ?? '')
                  // The provider also reports a change when the field loses focus.
                  const card = cardFieldState(change)
                  if (card !== actor?.getSnapshot().context.card) actor?.send({ type: 'card.changed', card })
                }}
                onLoadError={() => actor?.send({ type: 'card.failed' })}
                // A remote has no Tab key to leave the provider's frame.
                onEscape={() => cardBox.current?.focus()}
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
      <TextInput
        {...getFieldProps('cardholderName')}
        label="Cardholder name"
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="next"
        withAsterisk
        aria-required
        readOnly={isShownBusy}
      />
      <LocationPicker actor={location} disabled={isShownBusy}>
        <TextInput
          {...getFieldProps('billingAddress')}
          label="Billing address"
          autoComplete="billing address-line1"
          enterKeyHint="next"
          withAsterisk
          aria-required
          readOnly={isShownBusy}
        />
      </LocationPicker>
      <PayBar>
        <Notice tone="wrong">{message}</Notice>
        {terms}
        <Actions className={classes.actions}>
          {onBack ? (
            <CancelButton actor={actor} isPaying={isPaying} onClick={onBack} />
          ) : (
            <Button variant="default" renderRoot={(props) => <Link to={paths.packages()} {...props} />}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            loading={isShownBusy}
            disabled={isBusy || isCardEmpty}
            // Without the look of a disabled button, until the spinner is shown.
            mod={{ loading: isBusy }}
            {...payHandlers}
          >
            {label}
          </Button>
        </Actions>
      </PayBar>
    </form>
  )
})

/** It can't be pressed once the card is being charged. */
function CancelButton({ actor, isPaying, onClick }: { actor: CardActor; isPaying: boolean; onClick: () => void }) {
  const isReady = useSelector(actor, (snapshot) => snapshot?.matches('ready') === true)
  return (
    <Button variant="default" disabled={isPaying || isReady} onClick={onClick}>
      Cancel
    </Button>
  )
}
