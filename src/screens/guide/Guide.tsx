import { useMediaQuery } from '@mantine/hooks'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ChannelFilter } from '../../../machines/channelFilter.ts'
import { type OpenedShows } from '../../../machines/guide.setup.ts'
import { useChannelLeft } from '../../app/channelLeft.ts'
import { useHostReturn } from '../../app/hostReturn.ts'
import { useRoot } from '../../app/root.tsx'
import {
  FilterRows,
  FilterRowsSkeleton,
  SearchField,
  SearchFieldSkeleton,
  ShowAllButton,
} from '../../features/channelFilter/FilterControls.tsx'
import { filterFromSearchParams } from '../../features/channelFilter/filterSearchParams.ts'
import { useSaveFilter } from '../../features/channelFilter/useSaveFilter.ts'
import { useReminderList } from '../../features/reminder/Reminders.tsx'
import { Button } from '../../ui/Button.tsx'
import { StaleNotice } from '../../ui/channel/StaleNotice.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { FilterRow } from '../../ui/FilterRow.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useHydrated } from '../../ui/useHydrated.ts'
import classes from './Guide.module.css'
import { GuideGrid } from './GuideGrid.tsx'
import { GuideList } from './GuideList.tsx'
import { GuideSkeleton } from './GuideSkeleton.tsx'
import { provideGuide } from './provide.ts'
import { ShowDialog } from './ShowDialog.tsx'

/** The guide: the shows of today or tomorrow. A grid of channels and times, on a small screen a list at one time. */
export function Component() {
  const root = useRoot()
  const saveFilter = useSaveFilter()
  const [search] = useSearchParams()
  const [machine] = useState(() => provideGuide(root, saveFilter))
  const guide = useActorRef(machine, { input: { filter: filterFromSearchParams(search) } })
  const value = useSelector(guide, (snapshot) => snapshot.value)
  const { dayName, day, rows, shown, filter, opened, message } = useSelector(guide, ({ context }) => context)
  const canClear = useSelector(guide, (snapshot) => snapshot.can({ type: 'filter.clear' }))
  // The skeleton that the server renders has no date.
  const isInBrowser = useHydrated()
  const isWide = useMediaQuery('(min-width: 48em) and (min-height: 30em)', true, { getInitialValueInEffect: false })
  const reminders = useReminderList()
  const channelLeft = useChannelLeft()

  // The grid computes the cells of all rows when they change.
  const bySlug = useMemo(() => new Map(rows.map((row) => [row.slug, row])), [rows])
  const matching = useMemo(() => shown.flatMap((slug) => bySlug.get(slug) ?? []), [bySlug, shown])
  const listed = typeof value === 'object' ? value.listed : undefined
  const openedRow = bySlug.get(opened.slug)
  const [changeFilter] = useState(
    () => (part: Partial<ChannelFilter>) => guide.send({ type: 'filter.change', filter: part }),
  )
  const clearFilter = () => guide.send({ type: 'filter.clear' })
  const retry = () => guide.send({ type: 'list.retry' })
  const [openShow] = useState(() => (shows: OpenedShows) => guide.send({ type: 'show.open', ...shows }))
  useHostReturn(value === 'failed' || listed?.freshness === 'stale', retry)
  const locale = root.configuration.money.locale
  const View = isWide ? GuideGrid : GuideList

  return (
    <div className={classes.screen}>
      <PageHeading
        subtitle={
          listed && canClear ? (
            <>
              {`${matching.length} of ${rows.length} ${rows.length === 1 ? 'channel' : 'channels'}`}
              {listed.matches === 'some' ? <ShowAllButton onClear={clearFilter} /> : null}
            </>
          ) : isInBrowser ? (
            dayText(dayName, locale)
          ) : (
            '\u00A0'
          )
        }
        aside={
          listed ? (
            <SearchField searchText={filter.text} onChange={(text) => changeFilter({ text })} />
          ) : value === 'loading' ? (
            <SearchFieldSkeleton />
          ) : null
        }
      >
        Guide
      </PageHeading>

      <div className={classes.days}>
        <FilterRow
          label="Day"
          allLabel="Today"
          selected={dayName === 'today' ? '' : dayName}
          options={['tomorrow']}
          labelOf={() => 'Tomorrow'}
          onChoose={(chosen) => guide.send({ type: 'day.choose', dayName: chosen || 'today' })}
        />
        {listed ? (
          <FilterRows category={filter.category} region={filter.region} channels={rows} onChoose={changeFilter} />
        ) : value === 'loading' ? (
          <FilterRowsSkeleton />
        ) : null}
      </div>

      <Notice tone="unsure">{listed?.freshness === 'stale' ? <StaleNotice onRetry={retry} /> : null}</Notice>

      {value === 'loading' ? <GuideSkeleton /> : null}

      {value === 'failed' ? (
        <FailureNotice title="We couldn’t load the guide" message={message} onRetry={retry} />
      ) : null}

      {value === 'empty' ? (
        <EmptyState title="No channels right now" text="Please check back in a moment.">
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </EmptyState>
      ) : null}

      {listed?.matches === 'none' ? (
        <EmptyState title="No matches" text={noMatchesText(filter.text.trim(), dayName)}>
          <Button variant="default" onClick={clearFilter}>
            Show all channels
          </Button>
        </EmptyState>
      ) : null}

      {listed?.matches === 'some' ? (
        <View
          key={day.from}
          day={day}
          dayName={dayName}
          rows={matching}
          channelLeft={channelLeft}
          locale={locale}
          hasReminder={reminders.has}
          onOpen={openShow}
        />
      ) : null}

      {listed?.show === 'opened' && openedRow ? (
        <ShowDialog
          row={openedRow}
          shows={opened.shows}
          locale={locale}
          reminders={reminders}
          onClose={() => guide.send({ type: 'show.close' })}
        />
      ) : null}
    </div>
  )
}

/** The date of the day, such as 'Saturday, November 21'. */
function dayText(dayName: 'today' | 'tomorrow', locale: string): string {
  const date = new Date()
  date.setDate(date.getDate() + (dayName === 'today' ? 0 : 1))
  return new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' }).format(date)
}

const noMatchesText = (searchText: string, dayName: 'today' | 'tomorrow') =>
  searchText === '' ? 'No channels. Try another topic or region.' : `Nothing matches “${searchText}” ${dayName}.`
