import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ReadError } from '../api/readData.ts'

/** The query client of the application. It calls `onUnreachable` when the host does not respond to a read. */
export const createQueryClient = (onUnreachable: () => void) =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false } },
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ReadError && error.kind === 'unreachable') onUnreachable()
      },
    }),
  })
