import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type StateValueFrom } from 'xstate'
import { type channelListMachine } from '../../../machines/channelList.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { ChannelWallSkeleton, ChannelWall } from '../../ui/channel/ChannelWall.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { StaleNotice } from '../../ui/channel/StaleNotice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { provideFavourites } from './provide.ts'
import { UndoNotice } from './UndoNotice.tsx'
import { Star } from '../../features/favorite/Star.tsx'

type Value = StateValueFrom<typeof channelListMachine>
type State = Extract<Value, string> | keyof Extract<Value, object>

const subtitle = {
  loading: 'Your channels, the newest star first',
  failed: 'We have no list just now',
  empty: 'None yet',
  listed: 'Your channels, the newest star first',
} satisfies Record<State, string>

const emptyFilter = { category: '', region: '', text: '' }

/** The member's favourite channels: the same cards as on the wall, the newest star first. */
export function Component() {
  const root = useRoot()
  const [machines] = useState(() => provideFavourites(root))
  const list = useActorRef(machines.list, { input: { only: 'favourites', filter: emptyFilter } })
  const snapshot = useSelector(list, (now) => now)
  const { channels, shown, message } = snapshot.context
  const state: State = typeof snapshot.value === 'string' ? snapshot.value : 'listed'

  return (
    <>
      <PageHeading subtitle={subtitle[state]}>Favourites</PageHeading>

      <Notice tone="unsure">
        {snapshot.matches({ listed: { freshness: 'stale' } }) ? (
          <StaleNotice onRetry={() => list.send({ type: 'list.retry' })} />
        ) : null}
      </Notice>

      {snapshot.hasTag('busy') ? <ChannelWallSkeleton cards={3} /> : null}

      {snapshot.matches('failed') ? (
        <FailureNotice
          title="Your favourites could not be loaded"
          message={message}
          onRetry={() => list.send({ type: 'list.retry' })}
        />
      ) : null}

      {snapshot.matches('empty') ? (
        <EmptyState
          title="No favourites yet"
          text="Press the star on a channel and it is here the next time, at the top of the list."
        >
          <Button renderRoot={(shape) => <Link to={paths.home()} {...shape} />}>Find a channel</Button>
        </EmptyState>
      ) : null}

      {snapshot.matches({ listed: { wall: 'shown' } }) ? (
        <ChannelWall
          label="Favourite channels"
          channels={shown.flatMap((slug) => channels.find((channel) => channel.slug === slug) ?? [])}
          locale={root.configuration.money.locale}
          link={(channel) => (shape) => <Link to={paths.video(channel.slug)} {...shape} />}
          star={(channel) => <Star machine={machines.favourite} channel={channel} starred />}
        />
      ) : null}

      <UndoNotice
        machine={machines.undo}
        nameOf={(slug) => channels.find((channel) => channel.slug === slug)?.name ?? 'The channel'}
      />
    </>
  )
}
