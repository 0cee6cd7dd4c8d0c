import { fileDownloadMachine } from '../../../machines/fileDownload.ts'
import { historyMachine } from '../../../machines/history.ts'
import { createHistoryActors, createHistoryDownloadActors } from '../../actors/history.ts'
import { type Root } from '../../app/root.tsx'

const dependenciesOf = ({ api, queryClient, configuration, session }: Root) => ({
  api,
  queryClient,
  configuration,
  userId: () => session.getSnapshot().context.user?.ID ?? 0,
})

/** The history machine with the API. */
export const provideHistory = (root: Root) =>
  historyMachine.provide({ actors: createHistoryActors(dependenciesOf(root)) })

/** The download of the whole history as CSV. */
export const provideHistoryDownload = (root: Root) =>
  fileDownloadMachine.provide({ actors: createHistoryDownloadActors(dependenciesOf(root)) })
