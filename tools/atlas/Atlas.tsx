/** The atlas: every machine as a chart, a list that says the same in words, and what there is to know of a part. */
import { useEffect, useMemo, useState } from 'react'
import { Provider } from '../../src/ui/Provider.tsx'
import { go, placeAt, useAddress } from './address.ts'
import classes from './Atlas.module.css'
import { graphOf, opened } from './machines.ts'
import { Machine } from './Machine.tsx'
import { Navigation } from './Navigation.tsx'
import { useScheme } from './scheme.ts'

export function Atlas() {
  const { scheme, turn } = useScheme()
  const address = useAddress()
  const place = useMemo(() => placeAt(address), [address])
  const [listed, setListed] = useState(false)
  const entry = opened(place)
  const graph = entry && graphOf(entry)
  const isThere =
    place.selected?.kind === 'state'
      ? graph?.states.has(place.selected.path)
      : place.selected && graph?.transitions.has(place.selected.key)

  const name = entry?.name

  useEffect(() => {
    document.title = name === undefined ? 'Atlas' : `${name} · Atlas`
  }, [name])

  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches('input, select, textarea')) return
      if (event.key === 'Escape' && name !== undefined && place.selected) go({ machine: name, selected: undefined })
      if (event.key !== '/') return
      event.preventDefault()
      setListed(true)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#navigation input')?.focus())
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [name, place])

  return (
    <Provider scheme={scheme}>
      <div className={classes.page} data-listed={listed}>
        <header className={classes.mast}>
          <p className={classes.title}>
            <a href="#/">Atlas</a>
          </p>
          <button
            type="button"
            className={classes.disclose}
            aria-expanded={listed}
            aria-controls="navigation"
            onClick={() => setListed(!listed)}
          >
            {listed ? 'Close the list' : 'Machines and states'}
          </button>
        </header>
        <Navigation
          graph={graph}
          selected={isThere === true ? place.selected : undefined}
          onGo={() => setListed(false)}
        />
        {entry && graph ? (
          <Machine
            key={entry.name}
            entry={entry}
            graph={graph}
            selected={isThere === true ? place.selected : undefined}
            notice={
              place.selected && isThere !== true ? `${entry.name} has no such state or transition any more.` : undefined
            }
            scheme={scheme}
            onScheme={turn}
          />
        ) : (
          <main className={classes.lost}>
            <h1>There is no machine called {place.machine}</h1>
            <p>It may have been given another name. All that there are stand in the list.</p>
          </main>
        )}
      </div>
    </Provider>
  )
}
