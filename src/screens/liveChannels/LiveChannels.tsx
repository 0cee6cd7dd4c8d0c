import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type StateValueFrom } from 'xstate'
import { type channelListMachine, type ListedChannel } from '../../../machines/channelList.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { ChannelWallSkeleton, ChannelWall } from '../../ui/channel/ChannelWall.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { StaleNotice } from '../../ui/channel/StaleNotice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { filterFromSearchParams, filterToSearchParams } from './filterSearchParams.ts'
import { provideLiveChannels } from './provide.ts'
import { SearchField, ShowAllButton, FilterRows } from './FilterControls.tsx'
import { Star } from '../../features/favorite/Star.tsx'

type Value = StateValueFrom<typeof channelListMachine>
type State = Extract<Value, string> | keyof Extract<Value, object>

/** What stands under the heading. Over a wall it counts; `listed` is only said before that. */
const subtitle = {
  loading: 'What is on air now, state by state',
  failed: 'We have no list just now',
  empty: 'Nothing on air',
  listed: 'What is on air now',
} satisfies Record<State, string>

/** The wall of live channels: the home of a member. */
export function Component() {
  const root = useRoot()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [machines] = useState(() =>
    provideLiveChannels(root, (sieve) => {
      const query = filterToSearchParams(sieve).toString()
      void navigate({ search: query }, { replace: true, preventScrollReset: true })
    }),
  )
  const list = useActorRef(machines.list, { input: { only: 'all', filter: filterFromSearchParams(search) } })
  const snapshot = useSelector(list, (now) => now)
  const { channels, favourites, shown, sieve, message } = snapshot.context
  const locale = root.configuration.money.locale

  const bySlug = new Map(channels.map((channel) => [channel.slug, channel]))
  const wall = shown.flatMap((slug) => bySlug.get(slug) ?? [])
  const isListed = snapshot.matches('listed')
  const state: State = typeof snapshot.value === 'string' ? snapshot.value : 'listed'

  return (
    <>
      <PageHeading
        subtitle={
          isListed ? (
            <>
              {channelCountText(wall, channels.length)}
              {snapshot.matches({ listed: { wall: 'shown' } }) && snapshot.can({ type: 'sieve.clear' }) ? (
                <ShowAllButton onClear={() => list.send({ type: 'sieve.clear' })} />
              ) : null}
            </>
          ) : (
            subtitle[state]
          )
        }
        aside={
          isListed ? (
            <SearchField
              searchText={sieve.text}
              onChange={(words) => list.send({ type: 'sieve.change', sieve: { text: words } })}
            />
          ) : null
        }
      >
        Live Channels
      </PageHeading>

      {isListed ? (
        <FilterRows
          filter={sieve}
          channels={channels}
          onChoose={(part) => list.send({ type: 'sieve.change', sieve: part })}
        />
      ) : null}

      <Notice tone="unsure">
        {snapshot.matches({ listed: { freshness: 'stale' } }) ? (
          <StaleNotice onRetry={() => list.send({ type: 'list.retry' })} />
        ) : null}
      </Notice>

      {snapshot.hasTag('busy') ? <ChannelWallSkeleton /> : null}

      {snapshot.matches('failed') ? (
        <FailureNotice
          title="The channels could not be loaded"
          message={message}
          onRetry={() => list.send({ type: 'list.retry' })}
        />
      ) : null}

      {snapshot.matches('empty') ? (
        <EmptyState title="No channel is listed right now" text="They come back by themselves; look again in a moment.">
          <Button onClick={() => list.send({ type: 'list.retry' })}>Look again</Button>
        </EmptyState>
      ) : null}

      {snapshot.matches({ listed: { wall: 'unmatched' } }) ? (
        <EmptyState title="No channel matches" text={`Nothing on air fits ${filterText(sieve)}.`}>
          <Button onClick={() => list.send({ type: 'sieve.clear' })}>Show all channels</Button>
        </EmptyState>
      ) : null}

      {snapshot.matches({ listed: { wall: 'shown' } }) ? (
        <ChannelWall
          label="Channels"
          channels={wall}
          locale={locale}
          link={(channel) => (shape) => <Link to={paths.video(channel.slug)} {...shape} />}
          star={(channel) => (
            <Star machine={machines.favourite} channel={channel} starred={favourites.includes(channel.slug)} />
          )}
        />
      ) : null}
    </>
  )
}

function channelCountText(wall: readonly ListedChannel[], total: number): string {
  if (wall.length === 0) return `None of ${total} channels`
  const live = wall.filter((channel) => channel.live).length
  const channels = wall.length === 1 ? '1 channel' : `${wall.length} channels`
  return wall.length === total ? `${channels}, ${live} on air now` : `${channels} of ${total}, ${live} on air now`
}

/** The sieve in words: “senate” in World from the West. */
function filterText({ text, category, region }: { text: string; category: string; region: string }): string {
  return [text.trim() && `“${text.trim()}”`, category && `in ${category}`, region && `from the ${region}`]
    .filter(Boolean)
    .join(' ')
}
