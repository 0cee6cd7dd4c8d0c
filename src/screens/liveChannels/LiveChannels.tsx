import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type StateValueFrom } from 'xstate'
import { type channelListMachine, type ListedChannel } from '../../../machines/channelList.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { BareWall, ChannelWall } from '../../ui/channel/ChannelWall.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Stale } from '../../ui/channel/Stale.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { readSieve, writeSieve } from './address.ts'
import { provide } from './provide.ts'
import { SearchField, ShowAll, Words } from './Sieve.tsx'
import { Star } from '../../features/favorite/Star.tsx'

type Value = StateValueFrom<typeof channelListMachine>
type State = Extract<Value, string> | keyof Extract<Value, object>

/** What stands under the heading. Over a wall it counts; `listed` is only said before that. */
const lead = {
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
    provide(root, (sieve) => {
      const query = writeSieve(sieve).toString()
      void navigate({ search: query }, { replace: true, preventScrollReset: true })
    }),
  )
  const list = useActorRef(machines.list, { input: { only: 'all', sieve: readSieve(search) } })
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
        lead={
          isListed ? (
            <>
              {countOf(wall, channels.length)}
              {snapshot.matches({ listed: { wall: 'shown' } }) && snapshot.can({ type: 'sieve.clear' }) ? (
                <ShowAll onClear={() => list.send({ type: 'sieve.clear' })} />
              ) : null}
            </>
          ) : (
            lead[state]
          )
        }
        aside={
          isListed ? (
            <SearchField
              words={sieve.words}
              onChange={(words) => list.send({ type: 'sieve.change', sieve: { words } })}
            />
          ) : null
        }
      >
        Live Channels
      </PageHeading>

      {isListed ? (
        <Words
          sieve={sieve}
          channels={channels}
          onChoose={(part) => list.send({ type: 'sieve.change', sieve: part })}
        />
      ) : null}

      <Notice tone="unsure">
        {snapshot.matches({ listed: { freshness: 'stale' } }) ? (
          <Stale onRetry={() => list.send({ type: 'list.retry' })} />
        ) : null}
      </Notice>

      {snapshot.hasTag('busy') ? <BareWall /> : null}

      {snapshot.matches('failed') ? (
        <FailureNotice
          title="The channels could not be loaded"
          words={message}
          onRetry={() => list.send({ type: 'list.retry' })}
        />
      ) : null}

      {snapshot.matches('empty') ? (
        <EmptyState
          title="No channel is listed right now"
          words="They come back by themselves; look again in a moment."
        >
          <Button onClick={() => list.send({ type: 'list.retry' })}>Look again</Button>
        </EmptyState>
      ) : null}

      {snapshot.matches({ listed: { wall: 'unmatched' } }) ? (
        <EmptyState title="No channel matches" words={`Nothing on air fits ${spoken(sieve)}.`}>
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

function countOf(wall: readonly ListedChannel[], all: number): string {
  if (wall.length === 0) return `None of ${all} channels`
  const live = wall.filter((channel) => channel.live).length
  const channels = wall.length === 1 ? '1 channel' : `${wall.length} channels`
  return wall.length === all ? `${channels}, ${live} on air now` : `${channels} of ${all}, ${live} on air now`
}

/** The sieve in words: “senate” in World from the West. */
function spoken({ words, category, region }: { words: string; category: string; region: string }): string {
  return [words.trim() && `“${words.trim()}”`, category && `in ${category}`, region && `from the ${region}`]
    .filter(Boolean)
    .join(' ')
}
