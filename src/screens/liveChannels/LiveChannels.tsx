import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { type ChannelFilter } from '../../../machines/channelFilter.ts'
import { channelsBySlug, prepareSearch, type ListedChannel } from '../../../machines/channelList.setup.ts'
import { useChannelLeft } from '../../app/channelLeft.ts'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useHostReturn } from '../../app/hostReturn.ts'
import { useRoot } from '../../app/root.tsx'
import { ChannelGrid, ChannelGridPlace, ChannelGridSkeleton } from '../../ui/channel/ChannelGrid.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { StaleNotice } from '../../ui/channel/StaleNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { filterFromSearchParams } from '../../features/channelFilter/filterSearchParams.ts'
import { isListReady, provideLiveChannels, readLastWatched } from './provide.ts'
import {
  FilterRows,
  FilterRowsSkeleton,
  SearchField,
  SearchFieldSkeleton,
  ShowAllButton,
} from '../../features/channelFilter/FilterControls.tsx'
import { useSaveFilter } from '../../features/channelFilter/useSaveFilter.ts'
import { useFavorites } from '../../features/favorite/Favorites.tsx'
import { useChannelPreview } from '../../features/channelPreview/useChannelPreview.tsx'
import { cardLink, cardStar } from '../../features/channelCard/cardParts.tsx'

/** The list of live channels: the home screen of a member. */
export function Component() {
  const { configuration } = useRoot()
  if (hasFeature(configuration, 'channels')) return <LiveChannels />
  return (
    <>
      <PageHeading>Live Channels</PageHeading>
      <EmptyState title="Live channels aren’t available yet" text="You can manage your account and your plan.">
        <Button renderRoot={(props) => <Link to={paths.profile()} {...props} />}>Go to Profile</Button>
      </EmptyState>
    </>
  )
}

function LiveChannels() {
  const root = useRoot()
  const favorites = useFavorites()
  const saveFilter = useSaveFilter()
  const [search] = useSearchParams()
  const [machine] = useState(() => provideLiveChannels(root, favorites, saveFilter))
  const list = useActorRef(machine, {
    input: { only: 'all', filter: filterFromSearchParams(search), lastWatched: readLastWatched() },
  })
  // The list will be there at once, so a skeleton would only be rendered in vain.
  const [isReady, setReady] = useState(() => isListReady(root))
  const preview = useChannelPreview()
  const channelLeft = useChannelLeft()
  const value = useSelector(list, (snapshot) => snapshot.value)
  const channels = useSelector(list, ({ context }) => context.channels)
  const shown = useSelector(list, ({ context }) => context.shown)
  const filter = useSelector(list, ({ context }) => context.filter)
  const message = useSelector(list, ({ context }) => context.message)
  const canClear = useSelector(list, (snapshot) => snapshot.can({ type: 'filter.clear' }))

  const matching = useMemo(() => {
    const bySlug = channelsBySlug(channels)
    return shown.map((slug) => bySlug.get(slug)).filter((channel) => channel !== undefined)
  }, [channels, shown])
  const countText = useMemo(() => channelCountText(matching, channels.length), [channels, matching])
  const listed = typeof value === 'object' ? value.listed : undefined
  const [changeFilter] = useState(
    () => (part: Partial<ChannelFilter>) => list.send({ type: 'filter.change', filter: part }),
  )
  const clearFilter = () => list.send({ type: 'filter.clear' })
  const retry = () => {
    setReady(false)
    list.send({ type: 'list.retry' })
  }
  useHostReturn(value === 'failed' || listed?.freshness === 'stale', retry)

  return (
    <>
      <PageHeading
        subtitle={
          listed ? (
            <>
              {countText}
              {listed.matches === 'some' && canClear ? <ShowAllButton onClear={clearFilter} /> : null}
            </>
          ) : value === 'loading' ? (
            'Live news from across the US'
          ) : undefined
        }
        aside={
          listed ? (
            <SearchField
              searchText={filter.text}
              onChange={(text) => changeFilter({ text })}
              onFocus={() => prepareSearch(channels)}
            />
          ) : value === 'loading' ? (
            <SearchFieldSkeleton />
          ) : null
        }
      >
        Live Channels
      </PageHeading>

      {listed ? (
        <FilterRows category={filter.category} region={filter.region} channels={channels} onChoose={changeFilter} />
      ) : null}

      <Notice tone="unsure">{listed?.freshness === 'stale' ? <StaleNotice onRetry={retry} /> : null}</Notice>

      {value === 'loading' && isReady ? <ChannelGridPlace /> : null}

      {value === 'loading' && !isReady ? (
        <>
          <FilterRowsSkeleton />
          <ChannelGridSkeleton />
        </>
      ) : null}

      {value === 'failed' ? (
        <FailureNotice title="We couldn’t load the channels" message={message} onRetry={retry} />
      ) : null}

      {value === 'empty' ? (
        <EmptyState title="No channels right now" text="Please check back in a moment.">
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </EmptyState>
      ) : null}

      {listed?.matches === 'none' ? (
        <EmptyState title="No matches" text={<NoMatchesText filter={filter} />}>
          <Button variant="default" onClick={clearFilter}>
            Show all channels
          </Button>
        </EmptyState>
      ) : null}

      {listed?.matches === 'some' ? (
        <ChannelGrid
          label="Channels"
          returnTo={channelLeft}
          channels={matching}
          locale={root.configuration.money.locale}
          link={cardLink}
          {...preview}
          star={hasFeature(root.configuration, 'favorites') ? cardStar : noStar}
        />
      ) : null}
    </>
  )
}

const noStar = () => null

function channelCountText(matching: readonly ListedChannel[], total: number): string {
  if (matching.length === 0) return `No matches in ${total} channels`
  const live = matching.filter((channel) => channel.live).length
  return `${live} of ${matching.length} ${matching.length === 1 ? 'channel' : 'channels'} live now`
}

/** Names the filter that matches nothing. A search links to the channel request. */
function NoMatchesText({ filter: { text, category, region } }: { filter: ChannelFilter }) {
  const channels = [category, 'channels', region && `in the ${region}`].filter(Boolean).join(' ')
  const searchText = text.trim()
  if (searchText === '') return `No ${channels}. Try another topic or region.`
  const scope = category || region ? ` in ${channels}` : ''
  return (
    <>
      Nothing matches “{searchText}”{scope}. Missing a channel? <Link to={paths.support()}>Request it</Link>.
    </>
  )
}
