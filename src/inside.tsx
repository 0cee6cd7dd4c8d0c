import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { reads } from './reads.ts'
import { useRoot } from './root.tsx'
import { Component as Shell } from './screens/shell/Shell.tsx'

reads.arrive(
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false } },
  }),
)

/** What every screen behind the sign-in stands in: the cache of reads, and the shell. */
export function Component() {
  const { queryClient } = useRoot()
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  )
}
