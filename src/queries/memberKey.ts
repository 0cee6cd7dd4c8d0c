/** The query key of a member record. It has its own file, because the first page uses it without TanStack Query. */
export const memberKey = (id: number) => ['member', id] as const
