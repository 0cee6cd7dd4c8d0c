import classes from './FilterRow.module.css'
import runs from './RunsOut.module.css'

/** A filter as a row of words, the first of them for everything (''): the one that holds is set in ink, the others wait. */
export function FilterRow<Word extends string>({
  label,
  all,
  chosen,
  words,
  name = (word) => word,
  onChoose,
}: {
  label: string
  all: string
  chosen: Word | ''
  words: readonly Word[]
  name?: (word: Word) => string
  onChoose: (word: Word | '') => void
}) {
  // A word that came with the address stays to be seen, and unchosen, though nothing carries it.
  const offered = chosen === '' || words.includes(chosen) ? words : [...words, chosen]
  const row: readonly (Word | '')[] = ['', ...offered]
  return (
    <div className={`${runs.line} ${classes.row}`} role="group" aria-label={label}>
      {row.map((word) => (
        <button
          key={word}
          type="button"
          className={classes.word}
          aria-pressed={word === chosen}
          onClick={() => onChoose(word)}
        >
          {word === '' ? all : name(word)}
        </button>
      ))}
    </div>
  )
}
