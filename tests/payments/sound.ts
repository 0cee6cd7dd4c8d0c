/** The worlds in which every promise about money is kept: who comes, by which ways, and what may go wrong there. */
import { type Exploration } from './explore.ts'
import { type Gateway, type Host } from './host.ts'
import { means, type Bounds } from './world.ts'

/** Nobody has bought anything yet. */
export const empty: Host = { subscriptions: [], answers: {}, late: [], confirmations: [] }
/** Somebody who pays for one plan by this gateway. */
export const member = (gateway: Gateway): Host => ({
  ...empty,
  subscriptions: [{ id: 1, planId: 1, gateway, status: 'active' }],
})
export const everything: Bounds['isPossible'] = () => true
/** For two tabs: what changes who has paid. The other faults are met by one tab alone. */
const few: Bounds['isPossible'] = (fault) =>
  /^is granted|^is refused$|^is turned away|^is done, and|^had been|^gets the answer|betweenReads/.test(fault)

export const sound: Record<string, Omit<Exploration, 'machines'>> = {
  'a guest, and a member by another gateway': {
    hosts: [empty, member('other')],
    bounds: { ways: [[means.newCard, means.paypal]], isPossible: everything },
  },
  'a member by card': {
    hosts: [member('card')],
    bounds: { ways: [[means.savedCard, means.paypal]], isPossible: everything },
  },
  'a member by PayPal': {
    hosts: [member('paypal')],
    bounds: { ways: [[means.savedCard, means.paypal]], isPossible: everything },
  },
  'a guest with two tabs': {
    hosts: [empty],
    bounds: { ways: [[means.newCard], [means.paypal]], isPossible: few },
  },
  'a member with two tabs': {
    hosts: [member('card')],
    bounds: { ways: [[means.savedCard], [means.paypal]], isPossible: few },
  },
}
