/** The actor trees: for each root machine, the models of its child machines by actor name. */
import { type ActorTree } from '../../tools/model-testing/actorTree.ts'
import { type SystemName } from './systemNames.ts'
import activeCancellation from './activeCancellation.model.ts'
import activeCheckout from './activeCheckout.model.ts'
import cancellation from './cancellation.model.ts'
import cardPayment from './cardPayment.model.ts'
import checkout from './checkout.model.ts'
import confirmation from './confirmation.model.ts'
import livePlayer from './livePlayer.model.ts'
import locationPicker from './locationPicker.model.ts'
import payment from './payment.model.ts'
import paypalPayment from './paypalPayment.model.ts'
import planChange from './planChange.model.ts'
import reconciliation from './reconciliation.model.ts'
import savedCardPayment from './savedCardPayment.model.ts'
import savedCards from './savedCards.model.ts'
import { reducedProfileEdit, sessionPeers, sessionInSystem } from './sessionPeers.ts'
import sessionCheck from './sessionCheck.model.ts'
import streamRenewal from './streamRenewal.model.ts'

const planChangeTree: ActorTree = {
  model: planChange,
  children: { payment: { model: payment }, reconciliation: { model: reconciliation } },
}

/** By name of the root machine. */
export const actorTrees: Readonly<Record<SystemName, ActorTree>> = {
  cancellation: { model: cancellation, children: { reconciliation: { model: reconciliation } } },
  // The actors of cancellation run in its own tree.
  activeCancellation: { model: activeCancellation, children: { cancellation: { model: cancellation } } },
  planChange: planChangeTree,
  checkout: {
    model: checkout,
    children: {
      savedCardPayment: { model: savedCardPayment },
      cardPayment: { model: cardPayment },
      paypalPayment: { model: paypalPayment },
      planChange: planChangeTree,
      confirmation: { model: confirmation },
    },
  },
  // The actors of checkout run in its own tree.
  activeCheckout: { model: activeCheckout, children: { checkout: { model: checkout } } },
  livePlayer: { model: livePlayer, children: { streamRenewal: { model: streamRenewal } } },
  profileEdit: { model: reducedProfileEdit, children: { locationPicker: { model: locationPicker } } },
  savedCards: { model: savedCards, children: { cardPayment: { model: cardPayment } } },
  session: {
    model: sessionInSystem,
    peers: sessionPeers,
    children: { sessionCheck: { model: sessionCheck } },
  },
}
