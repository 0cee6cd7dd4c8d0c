/** The query key of the user record. It has its own file, because the first page uses it without TanStack Query. */
export const userKey = ['user'] as const
