import { useMemo } from 'react'
import { type ListedChannel, type ChannelFilter } from '../../../machines/channelList.setup.ts'
import { FilterRow } from '../../ui/FilterRow.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './FilterControls.module.css'

/** The search field. It filters while the user types; the browser's own button clears it. */
export function SearchField({ searchText, onChange }: { searchText: string; onChange: (searchText: string) => void }) {
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
      />
    </search>
  )
}

/** The categories and regions to filter by. */
export function FilterRows({
  filter,
  channels,
  onChoose,
}: {
  filter: ChannelFilter
  channels: readonly Pick<ListedChannel, 'category' | 'region'>[]
  onChoose: (part: Partial<ChannelFilter>) => void
}) {
  const categories = useMemo(() => distinct(channels.map(({ category }) => category)), [channels])
  const regions = useMemo(() => distinct(channels.map(({ region }) => region)), [channels])
  return (
    <div className={classes.filters}>
      <FilterRow
        label="Category"
        allLabel="All topics"
        selected={filter.category}
        options={categories}
        onChoose={(category) => onChoose({ category })}
      />
      <FilterRow
        label="Region"
        allLabel="All regions"
        selected={filter.region}
        options={regions}
        onChoose={(region) => onChoose({ region })}
      />
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
