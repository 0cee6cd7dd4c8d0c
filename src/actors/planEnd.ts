import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { fromCallback } from 'xstate'
import { type PlanEndEvent } from '../../machines/planEnd.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { planEnding } from '../billing/planEnding.ts'
import { type Gateways } from '../billing/subscriptionToCancel.ts'
import { dayOf, daysBetween } from '../billing/validUntil.ts'
import { createStoredItem, type ItemStorage } from '../platform/storedItem.ts'
import { memberQuery } from '../queries/memberQuery.ts'

/** The key in local storage: the day on which the notice was dismissed. */
const storageKey = 'statecast.planEnd'

type Dependencies = { api: ApiClient; queryClient: QueryClient; gateways: Gateways; storage: () => ItemStorage }

/** The actor and the action of the planEnd machine, for one user. */
export function createPlanEnd({ api, queryClient, gateways, storage }: Dependencies, userId: number) {
  const item = createStoredItem(storage, storageKey, v.object({ year: v.number(), month: v.number(), day: v.number() }))
  return {
    watchRecord: fromCallback<PlanEndEvent>(({ sendBack }) => {
      const observer = new QueryObserver(queryClient, {
        ...memberQuery({ api }, userId),
        // The session has read the record. It is read again only when a payment or a cancellation has changed it.
        enabled: ({ state }) => state.data !== undefined,
        staleTime: Infinity,
        refetchOnMount: false,
      })
      const send = () => {
        const member = observer.getCurrentResult().data
        if (!member) return
        const today = dayOf(new Date())
        const dismissedOn = item.get()
        sendBack({
          type: 'record.read',
          ending: planEnding(member, gateways, today),
          isDismissed: dismissedOn !== undefined && daysBetween(dismissedOn, today) === 0,
        })
      }
      send()
      return observer.subscribe(send)
    }),
    storeDismissal: () => void item.set(dayOf(new Date())),
  }
}
