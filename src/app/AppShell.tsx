import { QueryClientProvider } from '@tanstack/react-query'
import { useRoot } from './root.tsx'
import { FavoritesProvider } from '../features/favorite/Favorites.tsx'
import { RemindersProvider } from '../features/reminder/Reminders.tsx'
import { Component as Shell } from '../screens/shell/Shell.tsx'

/** The layout of every screen behind the sign-in, with the query client. */
export function Component() {
  const { queryClient } = useRoot()
  return (
    <QueryClientProvider client={queryClient}>
      <FavoritesProvider>
        <RemindersProvider>
          <Shell />
        </RemindersProvider>
      </FavoritesProvider>
    </QueryClientProvider>
  )
}
