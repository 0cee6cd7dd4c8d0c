import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { emptyFilter } from '../../../machines/channelFilter.ts'
import { useChannelLeft } from '../../app/channelLeft.ts'
import { paths } from '../../app/paths.ts'
import { useHostReturn } from '../../app/hostReturn.ts'
import { useRoot } from '../../app/root.tsx'
import { ChannelGridSkeleton, ChannelGrid } from '../../ui/channel/ChannelGrid.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { StaleNotice } from '../../ui/channel/StaleNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { MoveControls } from './MoveControls.tsx'
import { provideFavoritesScreen } from './provide.ts'
import { backKeys } from '../../ui/television.ts'
import { UndoNotice } from './UndoNotice.tsx'
import { useFavorites } from '../../features/favorite/Favorites.tsx'
import { cardLink, cardStar } from '../../features/channelCard/cardParts.tsx'

/** The favorite channels of the user: the same cards as on Live Channels, in the order of the user, else newest first. */
export function Component() {
  const root = useRoot()
  const favorites = useFavorites()
  const [machines] = useState(() => provideFavoritesScreen(root, favorites))
  const order = useActorRef(machines.order)
  const isArranging = useSelector(order, (snapshot) => snapshot.hasTag('arranging'))
  const arranged = useSelector(order, ({ context }) => context.slugs)
  const moved = useSelector(order, ({ context }) => context.moved)
  const list = useActorRef(machines.list, { input: { only: 'favorites', filter: emptyFilter, lastWatched: '' } })
  const value = useSelector(list, (snapshot) => snapshot.value)
  const channels = useSelector(list, ({ context }) => context.channels)
  const shown = useSelector(list, ({ context }) => context.shown)
  const message = useSelector(list, ({ context }) => context.message)
  const isListed = typeof value === 'object'
  const hasSubtitle = isListed || value === 'loading'
  const slugs = isArranging ? arranged : shown
  const nameOf = (slug: string) => channels.find((channel) => channel.slug === slug)?.name ?? 'The channel'
  const channelLeft = useChannelLeft()
  const orderButton = useRef<HTMLButtonElement>(null)
  const moveControls = useCallback(
    ({ slug, name }: { slug: string; name: string }) => <MoveControls order={order} slug={slug} name={name} />,
    [order],
  )
  const retry = () => list.send({ type: 'list.retry' })
  useHostReturn(value === 'failed' || (isListed && value.listed.freshness === 'stale'), retry)

  return (
    <div
      role="group"
      aria-label="Favorites"
      onKeyDown={(event) => {
        if (event.defaultPrevented || !isArranging || (event.key !== 'Escape' && !backKeys.includes(event.key))) return
        // While a card is dragged, Escape only puts it back.
        if (!order.getSnapshot().can({ type: 'order.finish' })) return
        event.preventDefault()
        order.send({ type: 'order.finish' })
        // The buttons over the cards disappear. This one begins the order again.
        orderButton.current?.focus()
      }}
    >
      <PageHeading
        subtitle={
          hasSubtitle
            ? machines.hasOrder()
              ? 'Your favorite channels, in your order'
              : 'Your favorite channels, newest first'
            : undefined
        }
        aside={
          isArranging ? (
            <Button ref={orderButton} onClick={() => order.send({ type: 'order.finish' })}>
              Done
            </Button>
          ) : isListed && shown.length > 1 ? (
            <Button
              ref={orderButton}
              variant="default"
              onClick={() => order.send({ type: 'order.start', slugs: shown })}
            >
              Change order
            </Button>
          ) : null
        }
      >
        Favorites
      </PageHeading>
      <p className="visually-hidden" role="status">
        {isArranging && moved ? `${nameOf(moved)} is now ${arranged.indexOf(moved) + 1} of ${arranged.length}` : ''}
      </p>

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
          returnTo={channelLeft}
          channels={slugs.flatMap((slug) => channels.find((channel) => channel.slug === slug) ?? [])}
          locale={root.configuration.money.locale}
          link={cardLink}
          star={isArranging ? moveControls : cardStar}
        />
      ) : null}

      <UndoNotice machine={machines.undo} nameOf={nameOf} />
    </div>
  )
}
