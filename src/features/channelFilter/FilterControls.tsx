import { memo, useMemo } from 'react'
import { type ChannelFilter } from '../../../machines/channelFilter.ts'
import { type ListedChannel } from '../../../machines/channelList.setup.ts'
import { FilterRow } from '../../ui/FilterRow.tsx'
import { Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import { clearOnBack } from '../../ui/television.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './FilterControls.module.css'

/** The search field. It filters while the user types; the browser's own button clears it. */
export function SearchField({
  searchText,
  onChange,
  onFocus,
}: {
  searchText: string
  onChange: (searchText: string) => void
  onFocus?: () => void
}) {
  return (
    <search className={classes.search}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10.5" cy="10.5" r="6" />
        <path d="M15 15l5.5 5.5" />
      </svg>
      <input
        type="search"
        aria-label="Search channels and shows"
        placeholder="Search channels and shows"
        value={searchText}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onFocus={onFocus}
        onKeyDown={(event) => clearOnBack(event, () => onChange(''))}
      />
    </search>
  )
}

/** The place of the search field while the channels load. */
export function SearchFieldSkeleton() {
  return (
    <div className={classes.search}>
      <Skeleton height="var(--target)" />
    </div>
  )
}

/** The categories and regions to filter by. With the same `onChoose`, a key in the search field does not render them. */
export const FilterRows = memo(function FilterRows({
  category,
  region,
  channels,
  onChoose,
}: {
  category: string
  region: string
  channels: readonly Pick<ListedChannel, 'category' | 'region'>[]
  onChoose: (part: Partial<ChannelFilter>) => void
}) {
  const categories = useMemo(() => distinct(channels.map((channel) => channel.category)), [channels])
  const regions = useMemo(() => distinct(channels.map((channel) => channel.region)), [channels])
  return (
    <div className={classes.filters}>
      <FilterRow
        label="Category"
        allLabel="All topics"
        selected={category}
        options={categories}
        onChoose={(chosen) => onChoose({ category: chosen })}
      />
      <FilterRow
        label="Region"
        allLabel="All regions"
        selected={region}
        options={regions}
        onChoose={(chosen) => onChoose({ region: chosen })}
      />
    </div>
  )
})

/** The place of the categories and regions while the channels load, with a typical number of both. */
export function FilterRowsSkeleton() {
  return (
    <div className={classes.filters}>
      {[6, 5].map((options) => (
        <div key={options} className={classes.skeletonRow}>
          {Array.from({ length: options }, (_, i) => (
            <TextSkeleton key={i} width="4rem" />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Clears the filter. */
export function ShowAllButton({ onClear }: { onClear: () => void }) {
  return (
    <TextButton className={classes.clear} onClick={onClear}>
      Show all channels
    </TextButton>
  )
}

const distinct = (values: readonly string[]) => [...new Set(values)].filter(Boolean)
