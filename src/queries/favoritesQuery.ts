import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseFavourites } from '../api/channelParsers.ts'
import { readData } from '../api/readData.ts'

/** The slugs of the user's favorite channels, newest first. */
export const favoritesQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['favorites'],
    // The signal is not passed on: a view that unmounts would cancel the request that an actor shares with it.
    queryFn: (): Promise<readonly string[]> =>
      readData(toApiResult(api.GET('/wp-json/channel/v2/favourites'), parseFavourites)),
  })
