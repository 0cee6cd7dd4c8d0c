/** Search over the states and events of all machines. */
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { TextInput } from '../../src/ui/TextInput.ts'
import { hashOf } from './hashRoute.ts'
import { machineEntries, graphOf } from './machines.ts'
import classes from './Navigation.module.css'
import { createSearchIndex, findEntries } from './searchIndex.ts'

type Props = { readonly query: string; readonly onQuery: (query: string) => void; readonly onGo: () => void }

let indexEntries: ReturnType<typeof createSearchIndex> | undefined
const readIndex = () => (indexEntries ??= createSearchIndex(machineEntries.map(graphOf)))

export function Search({ query, onQuery, onGo }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const { found, more } = useMemo(() => {
    if (query.trim() === '') return { found: [], more: 0 }
    return findEntries(readIndex(), query)
  }, [query])

  /** Arrow keys move between the field and the results; Escape clears the field. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      onQuery('')
      container.current?.querySelector('input')?.focus()
      return
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const focusable = [...(container.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const at = focusable.findIndex((stop) => stop === document.activeElement)
    const next = focusable[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div ref={container} className={classes.search} role="search" onKeyDown={onKeyDown}>
      <TextInput
        type="search"
        size="sm"
        aria-label="Search states and events"
        placeholder="Search states and events"
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      {query.trim() !== '' && (
        <>
          <p role="status" className={classes.tally}>
            {found.length === 0 ? `No results for “${query.trim()}”.` : `${found.length + more} results`}
          </p>
          <ul className={classes.found}>
            {found.map(({ route, title, subtitle }) => (
              <li key={hashOf(route)}>
                <a className={classes.hit} href={hashOf(route)} onClick={onGo}>
                  <span className={classes.hitTitle}>{title}</span>
                  <span className={classes.hitSubtitle}>{subtitle}</span>
                </a>
              </li>
            ))}
          </ul>
          {more > 0 && <p className={classes.tally}>{more} more results</p>}
        </>
      )}
    </div>
  )
}
