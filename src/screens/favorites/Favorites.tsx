import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useHostReturn } from '../../app/hostReturn.ts'
import { useRoot } from '../../app/root.tsx'
import { ChannelGridSkeleton, ChannelGrid } from '../../ui/channel/ChannelGrid.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { StaleNotice } from '../../ui/channel/StaleNotice.tsx'
import { Button } from '../../ui/Button.ts'
import { provideFavoritesScreen } from './provide.ts'
import { UndoNotice } from './UndoNotice.tsx'
import { useFavorites } from '../../features/favorite/Favorites.tsx'
import { cardLink, cardStar } from '../../features/channelCard/cardParts.tsx'

const emptyFilter = { category: '', region: '', text: '' }

/** The favorite channels of the user: the same cards as on Live Channels, newest first. */
export function Component() {
  const root = useRoot()
  const favorites = useFavorites()
  const [machines] = useState(() => provideFavoritesScreen(root, favorites))
  const list = useActorRef(machines.list, { input: { only: 'favorites', filter: emptyFilter, lastWatched: '' } })
  const value = useSelector(list, (snapshot) => snapshot.value)
  const channels = useSelector(list, ({ context }) => context.channels)
  const shown = useSelector(list, ({ context }) => context.shown)
  const message = useSelector(list, ({ context }) => context.message)
  const isListed = typeof value === 'object'
  const hasSubtitle = isListed || value === 'loading'
  const retry = () => list.send({ type: 'list.retry' })
  useHostReturn(value === 'failed' || (isListed && value.listed.freshness === 'stale'), retry)

  return (
    <>
      <PageHeading subtitle={hasSubtitle ? 'Your favorite channels, newest first' : undefined}>Favorites</PageHeading>

      <Notice tone="unsure">
        {isListed && value.listed.freshness === 'stale' ? <StaleNotice onRetry={retry} /> : null}
      </Notice>

      {value === 'loading' ? <ChannelGridSkeleton cards={3} /> : null}

      {value === 'failed' ? (
        <FailureNotice title="We couldn’t load your favorites" message={message} onRetry={retry} />
      ) : null}

      {value === 'empty' ? (
        <EmptyState title="No favorites yet" text="Tap the star on any channel to keep it here.">
          <Button renderRoot={(props) => <Link to={paths.home()} {...props} />}>Browse channels</Button>
        </EmptyState>
      ) : null}

      {isListed && value.listed.matches === 'some' ? (
        <ChannelGrid
          label="Favorite channels"
          channels={shown.flatMap((slug) => channels.find((channel) => channel.slug === slug) ?? [])}
          locale={root.configuration.money.locale}
          link={cardLink}
          star={cardStar}
        />
      ) : null}

      <UndoNotice
        machine={machines.undo}
        nameOf={(slug) => channels.find((channel) => channel.slug === slug)?.name ?? 'The channel'}
      />
    </>
  )
}
