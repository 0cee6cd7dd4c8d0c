import { type ListedChannel, type Sieve } from '../../../machines/channelList.ts'
import { FilterRow } from '../../ui/FilterRow.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './Sieve.module.css'

/** The search field over the wall. It sifts as one types; the browser's own cross empties it. */
export function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <search className={classes.search}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10.5" cy="10.5" r="6" />
        <path d="M15 15l5.5 5.5" />
      </svg>
      <input
        type="search"
        aria-label="Search channels and programmes"
        placeholder="Channel or programme"
        value={words}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  )
}

/** Categories and regions as words. */
export function Words({
  sieve,
  channels,
  onChoose,
}: {
  sieve: Sieve
  channels: readonly ListedChannel[]
  onChoose: (part: Partial<Sieve>) => void
}) {
  return (
    <div className={classes.words}>
      <FilterRow
        label="Category"
        all="All"
        chosen={sieve.category}
        words={distinct(channels.map(({ category }) => category))}
        onChoose={(category) => onChoose({ category })}
      />
      <FilterRow
        label="Region"
        all="Everywhere"
        chosen={sieve.region}
        words={distinct(channels.map(({ region }) => region))}
        onChoose={(region) => onChoose({ region })}
      />
    </div>
  )
}

/** Takes every filter off at once. */
export function ShowAll({ onClear }: { onClear: () => void }) {
  return (
    <TextButton className={classes.clear} onClick={onClear}>
      Show all channels
    </TextButton>
  )
}

const distinct = (words: readonly string[]) => [...new Set(words)].filter(Boolean)
