import { channelsQuery } from '../../queries/channelsQuery.ts'
import { type Root } from '../../app/root.tsx'

/** The query for the names of the channels. */
export const returnToChannelQueries = (root: Root) => ({ channels: channelsQuery(root) })
