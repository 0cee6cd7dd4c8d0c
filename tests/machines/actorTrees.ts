/** The machines that talk to one another, each by the outermost of them: who plays which of its actors. */
import { type ActorTree } from '../../tools/model-testing/systemRun.ts'
import { type SystemName } from './systemNames.ts'
import cardPayment from './cardPayment.model.ts'
import checkout from './checkout.model.ts'
import confirmation from './confirmation.model.ts'
import payment from './payment.model.ts'
import paypalPayment from './paypalPayment.model.ts'
import planChange from './planChange.model.ts'
import reconciliation from './reconciliation.model.ts'
import savedCardPayment from './savedCardPayment.model.ts'
import savedCards from './savedCards.model.ts'
import { sessionPeers, sessionInSystem } from './sessionPeers.ts'
import sessionCheck from './sessionCheck.model.ts'

const planChangeTree: ActorTree = {
  model: planChange,
  children: { payment: { model: payment }, reconciliation: { model: reconciliation } },
}

/** By the name of the outermost machine. */
export const actorTrees: Readonly<Record<SystemName, ActorTree>> = {
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
  savedCards: { model: savedCards, children: { cardPayment: { model: cardPayment } } },
  session: {
    model: sessionInSystem,
    peers: sessionPeers,
    children: { sessionCheck: { model: sessionCheck } },
  },
}
