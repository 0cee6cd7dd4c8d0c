/** The query key of a member record. In a separate file, because the first page uses it without TanStack Query. */
export const memberKey = (id: number) => ['member', id] as const
