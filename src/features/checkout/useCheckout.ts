import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { type SnapshotFrom } from 'xstate'
import { type checkoutMachine } from '../../../machines/checkout.ts'
import { type CheckoutInput, type Destination, type PaymentMethod } from '../../../machines/payment.types.ts'
import { type Configuration } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { useLasting } from '../../ui/useLasting.ts'
import { isShownInline } from './PaymentProgress.tsx'
import { openScreen, provideActiveCheckout } from './provide.ts'

const destinationPaths = {
  home: paths.home(),
  packages: paths.packages(),
  success: paths.subscribeSuccess(),
} as const satisfies Record<Exclude<Destination, 'channel'>, string>

type Snapshot = SnapshotFrom<typeof checkoutMachine> | undefined

const stateOf = (snapshot: Snapshot) => {
  if (typeof snapshot?.value !== 'object') return snapshot?.value
  if (snapshot.matches('warned')) return 'warned'
  return snapshot.matches('failed') ? 'failed' : 'choosing'
}

const failureTitleOf = (snapshot: Snapshot): string => {
  if (snapshot?.matches({ failed: 'incompletePlan' })) return 'This plan can’t be bought right now'
  return snapshot?.matches({ failed: 'cancellationOpen' })
    ? 'Your cancellation isn’t confirmed yet'
    : 'We couldn’t load this plan'
}

/** The payment method that is shown: the selected one, or the one that planChange charges. */
const shownPaymentMethod = (snapshot: Snapshot): PaymentMethod['kind'] | undefined => {
  if (typeof snapshot?.value !== 'object' || !('choosing' in snapshot.value))
    return snapshot?.context.paymentMethod?.kind
  const { choosing } = snapshot.value
  return choosing === 'starting' ? undefined : choosing
}

/** The new payment methods that an installation offers. */
const offeredBy = ({ keys }: Configuration) => [
  ...(keys.stripe === '' ? [] : (['newCard'] as const)),
  ...(keys.paypal === '' ? [] : (['paypal'] as const)),
]

/**
 * Starts the checkout of a plan when the screen mounts. A payment in flight continues after the screen unmounts.
 * `initialPaymentMethod` is the method shown first, `state` the top-level state, `request` that of the last attempt and
 * `destination` the path to open when the checkout is done.
 */
export function useCheckout(planId: number, initialPaymentMethod: CheckoutInput['initialPaymentMethod']) {
  const root = useRoot()
  const { session, returnToChannel } = root
  const [channel] = useState(returnToChannel.channelPath)
  const activeCheckout = provideActiveCheckout(root)
  const { actor, cardProvider, payHandlers } = activeCheckout

  useEffect(() => {
    const { user, role } = session.getSnapshot().context
    return openScreen(activeCheckout, {
      planId,
      member: { id: user?.ID ?? 0, email: user?.user_email ?? '', name: user?.display_name ?? '' },
      isMember: role === 'membership',
      initialPaymentMethod,
      fromChannel: channel !== undefined,
    })
  }, [activeCheckout, session, planId, initialPaymentMethod, channel])

  const checkout = useSelector(actor, ({ children }) => children.checkout)
  const state = useSelector(checkout, stateOf)
  const offer = useSelector(checkout, (snapshot) => snapshot?.context.offer)
  const failureTitle = useSelector(checkout, failureTitleOf)
  const isCancellationOpen = useSelector(
    checkout,
    (snapshot) => snapshot?.matches({ failed: 'cancellationOpen' }) ?? false,
  )
  const isChanged = useSelector(checkout, (snapshot) => snapshot?.context.result?.kind === 'membershipChanged')
  const canRetry = useSelector(checkout, (snapshot) => snapshot?.can({ type: 'offer.retry' }) ?? false)
  const message = useSelector(checkout, (snapshot) => snapshot?.context.message ?? '')
  const request = useSelector(checkout, (snapshot) => snapshot?.context.result?.request)
  const paymentMethodKind = useSelector(checkout, shownPaymentMethod)
  // planChange charges the selected payment method.
  const isCharged = useSelector(checkout, (snapshot) => snapshot?.context.paymentMethod !== undefined)
  const savedCardPayment = useSelector(checkout, (snapshot) => snapshot?.children.savedCardPayment)
  const openCardPayment = useSelector(checkout, (snapshot) => snapshot?.children.cardPayment)
  // The form keeps its actor during the payment, so that it is not rendered again while calls are sent.
  const [cardPayment, setCardPayment] = useState(openCardPayment)
  if (openCardPayment && openCardPayment !== cardPayment) setCardPayment(openCardPayment)
  const paypalPayment = useSelector(checkout, (snapshot) => snapshot?.children.paypalPayment)
  const planChange = useSelector(checkout, (snapshot) => snapshot?.children.planChange)
  const confirmation = useSelector(checkout, (snapshot) => snapshot?.children.confirmation)
  const isInline = useSelector(planChange, (snapshot) => snapshot !== undefined && isShownInline(snapshot))
  const finished = useSelector(actor, (snapshot) =>
    snapshot.matches('finished') ? snapshot.context.destination : undefined,
  )
  const destination = finished === 'channel' ? (channel ?? paths.home()) : finished && destinationPaths[finished]
  const [offered] = useState(() => offeredBy(root.configuration))
  const choose = useCallback(
    (kind: PaymentMethod['kind']) => checkout?.send({ type: 'paymentMethod.choose', paymentMethod: kind }),
    [checkout],
  )
  const isChoosing = state === 'choosing'
  const isWarned = state === 'warned'
  const isLocked = useLasting(!isChoosing)
  return {
    cardProvider,
    payHandlers,
    state,
    offer,
    /** What is shown in the state `failed`. */
    failure: { title: failureTitle, message },
    /** Where the user can go on in the state `failed`. */
    wayOn: isCancellationOpen
      ? { to: paths.profile(), label: 'Go to your plan' }
      : { to: paths.packages(), label: 'Back to plans' },
    request,
    isChoosing,
    /** The payment method can't be changed, since 100 ms at least. Until then, the checkout ignores a choice. */
    isLocked,
    /** What the payment does to the current plan. A box that needs a tick hides the form until it is ticked. */
    warning: offer &&
      (isWarned || isChoosing || isCharged) && {
        offer,
        isChanged,
        isAccepted: !isWarned,
        onChange:
          isWarned || isChoosing
            ? (isAccepted: boolean) => checkout?.send({ type: isAccepted ? 'warning.accept' : 'warning.decline' })
            : undefined,
      },
    /** The content of the form, which stays mounted during a payment, so that it keeps its values after a refusal. */
    form: offer && paymentMethodKind && (isChoosing || isCharged) ? { offer, paymentMethodKind } : undefined,
    offered,
    choose,
    /** Loads the plan again; undefined if that would not help. */
    retry: canRetry ? () => checkout?.send({ type: 'offer.retry' }) : undefined,
    /** The payment runs in a short state: the form stays in place. */
    isPaying: planChange !== undefined && isCharged && isInline,
    actors: { savedCardPayment, cardPayment, paypalPayment, planChange, confirmation },
    destination,
  }
}
