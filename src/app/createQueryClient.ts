import { QueryClient } from '@tanstack/react-query'

/** The query client of the application. */
export const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false } } })
