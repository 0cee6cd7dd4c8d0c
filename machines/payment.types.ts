/** The data that the payment machines pass to each other and to the actors that send the calls. */

/** `home` is the list of channels for a member and the profile for a guest. */
export type Destination = 'channel' | 'home' | 'packages' | 'success'

/** A payment method that is ready to be charged. Holds ids of the provider only, never card data. */
export type PaymentMethod =
  | { kind: 'savedCard'; paymentMethodId: string }
  | { kind: 'newCard'; paymentMethodId: string }
  | { kind: 'paypal'; subscriptionId: string }

/** Why a payment method was refused. `isAboutCard`: what is in the card field has to change. */
export type PaymentRefusal = { message: string; isAboutCard: boolean }

/** The subscription to cancel before paying. `providerId` is its id at the gateway, '' if the host has none. */
export type SubscriptionToCancel = { id: number; providerId: string; gateway: 'card' | 'paypal' }

/** The member who pays, as the calls need it. */
export type PayingMember = { id: number; email: string; name: string }

/** The parts of the member record that payments read: subscriptions, newest first, and the one that a plan change cancels. */
export type MemberRecord = {
  subscriptions: { id: number; planId: number | undefined; status: string }[]
  subscriptionToCancel: SubscriptionToCancel | undefined
}

/** The plan to pay for. `knownSubscriptionIds`: the subscriptions, except pending ones, from before the attempt. */
export type PlanChangeRequest = {
  planId: number
  paymentMethod: PaymentMethod
  subscriptionToCancel: SubscriptionToCancel | undefined
  knownSubscriptionIds: number[]
}

/**
 * One payment attempt, stored so that it survives a reload. `underWay`: the host or the bank is processing the payment.
 * `outcomeUnknown`: a call was sent under this key and its outcome is unknown. It may have succeeded, so the refusal of
 * a repeated call proves nothing.
 */
export type Attempt = PlanChangeRequest & {
  cancelKey: string
  payKey: string
  underWay: boolean
  outcomeUnknown: { cancel: boolean; pay: boolean }
}

export type RecordResult = { kind: 'granted'; record: MemberRecord } | { kind: 'refused'; message: string }

/** `request`: what to pay for; undefined to resolve an interrupted attempt. */
export type PlanChangeInput = {
  member: PayingMember
  request: Omit<PlanChangeRequest, 'knownSubscriptionIds'> | undefined
}

/**
 * `refused`: nothing was canceled and nothing paid. `membershipChanged`: the record differs from what the page showed.
 * `cancellationOpen`: an interrupted cancellation comes first. `left`: the user gave the attempt up. `isAboutCard`: the
 * provider refused the card. `request` is that of the attempt, which may be an interrupted one.
 */
export type PlanChangeOutput = {
  kind: 'paid' | 'refused' | 'membershipChanged' | 'cancellationOpen' | 'left'
  message: string
  isAboutCard?: true
  request: PlanChangeRequest | undefined
}

export type PlanChangeContext = {
  member: PayingMember
  request: PlanChangeRequest | undefined
  attempt: Attempt | undefined
  message: string
  isAboutCard: boolean
}

export type PlanChangeEvent =
  | { type: 'payment.retry' }
  | { type: 'payment.leave' }
  | { type: 'record.check' }
  /** This tab holds the attempt; `attempt` is an interrupted one. `isCancellationOpen`: a cancellation was interrupted. */
  | { type: 'attempt.claimed'; attempt: Attempt | undefined; isCancellationOpen: boolean }
  | { type: 'attempt.taken' }
  | { type: 'attempt.freed' }

/**
 * What the form for a new card starts with, '' where nothing is known. `country` is an ISO 3166 code; `state` a name, or
 * a code as an older record has it.
 */
export type BillingDetails = {
  cardholderName: string
  billingAddress: string
  country: string
  state: string
  city: string
  postalCode: string
}

/** A calendar day; `month` starts at 1. */
export type CalendarDay = { year: number; month: number; day: number }

/** The plan, and the subscription it replaces. */
export type Offer = {
  planId: number
  title: string
  /** The price of this plan, in major units. */
  price: number | undefined
  period: number | undefined
  periodType: 'days' | 'weeks' | 'months' | 'years' | 'lifetime' | 'unknown'
  /** 0 without a trial. */
  trialDays: number
  subscriptionToCancel: SubscriptionToCancel | undefined
  /** The plan of another gateway, which stays active; its title is '' if it is unknown. */
  otherGatewayPlan: { title: string } | undefined
  /** The plan that the member has now; its title is '' if it is unknown. */
  current: { title: string; paidThrough: CalendarDay | undefined } | undefined
  /** The member has this plan now, and it does not end: a payment is one more for the same plan. */
  isCurrent: boolean
  /** What is left of a canceled or one-time plan while no other plan runs. `end` is undefined for a plan without an end. */
  paidTime: { plan: string; end: CalendarDay | undefined } | undefined
  /** The days that are paid for and that a replacement by the new plan ends; 0 for none. */
  daysLost: number
  billing: BillingDetails
}

/** `unknown`: there is no such plan. `incomplete`: its price, currency or period is unknown, so nobody can agree to it. */
export type OfferResult =
  | { kind: 'granted'; offer: Offer }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown' }
  | { kind: 'incomplete' }

/** `initialPaymentMethod`: the method shown first. Only the upgrade screen offers saved cards. */
export type CheckoutInput = {
  planId: number
  member: PayingMember
  isMember: boolean
  initialPaymentMethod: 'savedCard' | 'newCard'
  /** The user came from the link of a channel. */
  fromChannel: boolean
}

export type CheckoutContext = {
  input: CheckoutInput
  offer: Offer | undefined
  /** Ready to be charged while planChange runs; undefined when it resolves an interrupted attempt. */
  paymentMethod: PaymentMethod | undefined
  /** Why the last payment was refused; undefined without a refusal. */
  refusal: PaymentRefusal | undefined
  /** Why the offer could not be loaded. */
  message: string
  /** The result of the last attempt. */
  result: PlanChangeOutput | undefined
  destination: Destination
}

export type CheckoutEvent =
  | { type: 'paymentMethod.choose'; paymentMethod: PaymentMethod['kind'] }
  | { type: 'offer.retry' }
  /** The user ticks or clears the box under a warning. */
  | { type: 'warning.accept' }
  | { type: 'warning.decline' }
