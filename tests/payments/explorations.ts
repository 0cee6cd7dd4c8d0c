/** The worlds in which every promise about money is kept: who comes, by which ways, and what may go wrong there. */
import { type Exploration } from './explore.ts'
import { type Gateway, type HostState } from './hostModel.ts'
import { paymentMethods, type Bounds } from './transitionSystem.ts'

/** Nobody has bought anything yet. */
export const emptyHost: HostState = { subscriptions: [], answers: {}, lateCalls: [], confirmations: [] }
/** Somebody who pays for one plan by this gateway. */
export const hostWithMember = (gateway: Gateway): HostState => ({
  ...emptyHost,
  subscriptions: [{ id: 1, planId: 1, gateway, status: 'active' }],
})
export const anyFault: Bounds['isPossible'] = () => true
/** For two tabs: what changes who has paid. The other faults are met by one tab alone. */
const decisiveFaults: Bounds['isPossible'] = (fault) =>
  /^is granted|^is refused$|^is turned away|^is done, and|^had been|^gets the answer|betweenReads/.test(fault)

export const explorations: Record<string, Omit<Exploration, 'machines'>> = {
  'a guest, and a member by another gateway': {
    hosts: [emptyHost, hostWithMember('other')],
    bounds: { paymentMethodsByTab: [[paymentMethods.newCard, paymentMethods.paypal]], isPossible: anyFault },
  },
  'a member by card': {
    hosts: [hostWithMember('card')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard, paymentMethods.paypal]], isPossible: anyFault },
  },
  'a member by PayPal': {
    hosts: [hostWithMember('paypal')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard, paymentMethods.paypal]], isPossible: anyFault },
  },
  'a guest with two tabs': {
    hosts: [emptyHost],
    bounds: { paymentMethodsByTab: [[paymentMethods.newCard], [paymentMethods.paypal]], isPossible: decisiveFaults },
  },
  'a member with two tabs': {
    hosts: [hostWithMember('card')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard], [paymentMethods.paypal]], isPossible: decisiveFaults },
  },
}
