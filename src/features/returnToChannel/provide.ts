import { channelsQuery } from '../../actors/channels.ts'
import { type Root } from '../../app/root.tsx'

/** What knows the channels by their names. */
export const wayBackReads = (root: Root) => ({ channels: channelsQuery(root) })
