/** A member who changes the plan, and the attempt of this change. */
import { type Attempt, type BillingDetails, type Offer, type PlanChangeRequest } from '../../machines/payment.types.ts'

export const member = { id: 2, email: 'member@statecast.test', name: 'Mara Member' }
export const subscriptionToCancel = { id: 11, providerId: 'sub_11', gateway: 'card' } as const
export const savedCard = { kind: 'savedCard', paymentMethodId: 'pm_1' } as const
export const billing: BillingDetails = {
  cardholderName: 'Mara Member',
  billingAddress: '1 Main Street',
  country: 'US',
  state: 'ME',
  city: 'Portland',
  postalCode: '04101',
}
export const offer: Offer = {
  planId: 104,
  title: 'Yearly',
  price: 179,
  period: 1,
  periodType: 'years',
  trialDays: 7,
  subscriptionToCancel,
  otherGatewayPlan: undefined,
  current: { title: 'Monthly', paidThrough: { year: 2026, month: 12, day: 12 } },
  isCurrent: false,
  paidTime: undefined,
  daysLost: 0,
  billing,
}
export const request = { planId: 104, paymentMethod: savedCard, subscriptionToCancel }
export const fullRequest: PlanChangeRequest = { ...request, knownSubscriptionIds: [11] }
export const attempt: Attempt = {
  ...fullRequest,
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
  outcomeUnknown: { cancel: false, pay: false },
}
