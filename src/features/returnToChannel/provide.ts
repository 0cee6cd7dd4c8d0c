import { channelsQuery } from '../../queries/channelsQuery.ts'
import { type Root } from '../../app/root.tsx'

/** What knows the channels by their names. */
export const returnToChannelQueries = (root: Root) => ({ channels: channelsQuery(root) })
