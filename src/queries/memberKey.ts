/**
 * The name of somebody's member record in the cache of reads. In a file of its own: the session hands the record over
 * without what else is asked about a membership.
 */
export const memberKey = (id: number) => ['member', id] as const
