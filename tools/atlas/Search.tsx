/** Search over the states and events of all machines. */
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { TextInput } from '../../src/ui/pieces/TextInput.ts'
import { addressOf } from './address.ts'
import { entries, graphOf } from './machines.ts'
import classes from './Navigation.module.css'
import { catalogue, seek } from './seek.ts'

type Props = { readonly sought: string; readonly onSeek: (sought: string) => void; readonly onGo: () => void }

let known: ReturnType<typeof catalogue> | undefined

export function Search({ sought, onSeek, onGo }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { found, more } = useMemo(() => {
    if (sought.trim() === '') return { found: [], more: 0 }
    known ??= catalogue(entries.map(graphOf))
    return seek(known, sought)
  }, [sought])

  /** Arrows go through field and results; Escape gives the list back. */
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      onSeek('')
      box.current?.querySelector('input')?.focus()
      return
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div ref={box} className={classes.search} role="search" onKeyDown={press}>
      <TextInput
        type="search"
        size="sm"
        aria-label="Search states and events"
        placeholder="Search states and events"
        value={sought}
        onChange={(event) => onSeek(event.currentTarget.value)}
      />
      {sought.trim() !== '' && (
        <>
          <p role="status" className={classes.tally}>
            {found.length === 0 ? `Nothing is called “${sought.trim()}”.` : `${found.length + more} found`}
          </p>
          <ul className={classes.found}>
            {found.map(({ place, title, under }) => (
              <li key={addressOf(place)}>
                <a className={classes.hit} href={addressOf(place)} onClick={onGo}>
                  <span className={classes.hitTitle}>{title}</span>
                  <span className={classes.hitUnder}>{under}</span>
                </a>
              </li>
            ))}
          </ul>
          {more > 0 && <p className={classes.tally}>and {more} more: type on</p>}
        </>
      )}
    </div>
  )
}
