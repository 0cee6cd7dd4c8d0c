import { historyMachine } from '../../../machines/history.ts'
import { createHistoryActors } from '../../actors/history.ts'
import { type Root } from '../../app/root.tsx'

/** The history machine with the API. */
export const provideHistory = (root: Root) => {
  const userId = () => root.session.getSnapshot().context.user?.ID ?? 0
  const { api, queryClient, configuration } = root
  return historyMachine.provide({ actors: createHistoryActors({ api, queryClient, configuration, userId }) })
}
