import { accountRemovalMachine } from '../../../machines/accountRemoval.ts'
import { fileDownloadMachine } from '../../../machines/fileDownload.ts'
import { createAccountRemovalActors } from '../../actors/accountRemoval.ts'
import { createDataDownloadActors } from '../../actors/dataDownload.ts'
import { hasFeature } from '../../app/configuration.ts'
import { memberQuery } from '../../queries/memberQuery.ts'
import { plansQuery } from '../../queries/plansQuery.ts'
import { savedCardsQuery } from '../../queries/savedCardsQuery.ts'
import { devicesQuery } from '../../queries/devicesQuery.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of the profile page. */
export const profileQueries = (root: Root, userId: number) => ({
  cards: savedCardsQuery(root, userId),
  devices: devicesQuery(root),
  member: memberQuery(root, userId),
  plans: plansQuery(root),
})

/** The download of what the product can read about the user. */
export const provideDataDownload = ({ api, queryClient, configuration, session }: Root) =>
  fileDownloadMachine.provide({
    actors: createDataDownloadActors({
      api,
      queryClient,
      configuration,
      userId: () => session.getSnapshot().context.user?.ID ?? 0,
      hasFeature: (feature) => hasFeature(configuration, feature),
    }),
  })

/** The accountRemoval machine with the API. */
export const provideAccountRemoval = ({ api, queryClient, configuration, session }: Root) =>
  accountRemovalMachine.provide({
    actors: createAccountRemovalActors({
      api,
      queryClient,
      gateways: configuration.gateways,
      user: () => session.getSnapshot().context.user,
    }),
  })
