/** The query key of a member record. A file of its own: the first page needs it without TanStack Query. */
export const memberKey = (id: number) => ['member', id] as const
