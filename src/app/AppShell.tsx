import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMatch } from 'react-router-dom'
import { channelQuery } from '../queries/channelQuery.ts'
import { appRoutes } from './paths.ts'
import { lazyQueryClient } from './lazyQueryClient.ts'
import { useRoot } from './root.tsx'
import { Component as Shell } from '../screens/shell/Shell.tsx'

lazyQueryClient.attach(
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false } },
  }),
)

/** What every screen behind the sign-in stands in: the cache of reads, and the shell. */
export function Component() {
  const root = useRoot()
  const { queryClient } = root
  const channel = useMatch(appRoutes.video.pattern)?.params.channel
  // A channel is asked for beside the code of the video screen, not after it: a first frame has no time to lose.
  if (channel !== undefined) {
    const query = channelQuery(root, channel)
    if (!queryClient.getQueryState(query.queryKey)) void queryClient.prefetchQuery(query)
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  )
}
