import { planEndMachine } from '../../../machines/planEnd.ts'
import { createPlanEnd } from '../../actors/planEnd.ts'
import { type Root } from '../../app/root.tsx'

/** The notice that the plan of this user ends. */
export function providePlanEnd({ api, queryClient, configuration }: Root, userId: number) {
  const { watchRecord, storeDismissal } = createPlanEnd(
    { api, queryClient, gateways: configuration.gateways, storage: () => window.localStorage },
    userId,
  )
  return planEndMachine.provide({ actors: { watchRecord }, actions: { storeDismissal } })
}
