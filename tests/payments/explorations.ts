/** The explorations of the model check: initial hosts, payment methods and possible faults. */
import { type Exploration } from './explore.ts'
import { type Gateway, type HostState } from './hostModel.ts'
import { canceledElsewhere, paymentMethods, type Bounds } from './transitionSystem.ts'

export const emptyHost: HostState = { subscriptions: [], responses: {}, lateCalls: [], confirmations: [] }
export const hostWithMember = (gateway: Gateway): HostState => ({
  ...emptyHost,
  subscriptions: [{ id: 1, planId: 1, gateway, status: 'active' }],
})
/** Every fault except a cancellation elsewhere, which multiplies the states. */
export const anyFault: Bounds['isPossible'] = (fault) => fault !== canceledElsewhere
/** With two tabs, only faults that decide whether a payment happened. This limits the number of states. */
const decisiveFaults: Bounds['isPossible'] = (fault) =>
  /^is granted|^is refused$|^is refused before|^succeeds, and|^was already|^gets the stored|betweenReads/.test(fault)

/** With a payment and a cancellation, only faults after which the host or the browser does not know about the other. */
const interruptingFaults: Bounds['isPossible'] = (fault) =>
  /^is granted|^succeeds, and|^times out|^is still|^was already|^gets the stored|betweenReads/.test(fault)

export const explorations: Record<string, Omit<Exploration, 'machines'>> = {
  'a guest, and a member by another gateway': {
    hosts: [emptyHost, hostWithMember('other')],
    bounds: { paymentMethodsByTab: [[paymentMethods.newCard, paymentMethods.paypal]], isPossible: anyFault },
  },
  'a member by card': {
    hosts: [hostWithMember('card')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard, paymentMethods.paypal]], isPossible: anyFault },
  },
  'a member by card whose plan is canceled elsewhere': {
    hosts: [hostWithMember('card')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard]], isPossible: () => true },
  },
  'a member by PayPal': {
    hosts: [hostWithMember('paypal')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard, paymentMethods.paypal]], isPossible: anyFault },
  },
  'a guest with two tabs': {
    hosts: [emptyHost],
    bounds: { paymentMethodsByTab: [[paymentMethods.newCard], [paymentMethods.paypal]], isPossible: decisiveFaults },
  },
  'a member who pays in one tab and cancels in another': {
    hosts: [hostWithMember('card')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard], 'profile'], isPossible: interruptingFaults },
  },
  'a member who cancels': {
    hosts: [hostWithMember('card'), hostWithMember('paypal')],
    bounds: { paymentMethodsByTab: ['profile'], isPossible: () => true },
  },
  'a member with two tabs': {
    hosts: [hostWithMember('card')],
    bounds: { paymentMethodsByTab: [[paymentMethods.savedCard], [paymentMethods.paypal]], isPossible: decisiveFaults },
  },
}
