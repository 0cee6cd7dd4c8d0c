/** The atlas: every machine as a chart, a list that says the same in words, and what there is to know of a part. */
import { Suspense, useMemo, useRef, useState } from 'react'
import { Provider } from '../ui/Provider.tsx'
import { placeAt, useAddress } from './address.ts'
import classes from './Atlas.module.css'
import { Details } from './Details.tsx'
import { Drawing } from './Drawing.tsx'
import { entries, entryOf, graphOf } from './machines.ts'
import { Navigation } from './Navigation.tsx'
import { useScheme } from './scheme.ts'

export function Atlas() {
  const { scheme, turn } = useScheme()
  const address = useAddress()
  const place = useMemo(() => placeAt(address), [address])
  const entry = entryOf(place.machine) ?? (place.machine === '' ? entries[0] : undefined)
  const [listed, setListed] = useState(false)
  const main = useRef<HTMLElement>(null)

  const graph = entry && graphOf(entry)
  const selected =
    graph &&
    place.selected &&
    (place.selected.kind === 'state'
      ? graph.states.has(place.selected.path)
      : graph.transitions.has(place.selected.key))
      ? place.selected
      : undefined
  const lost = place.machine !== '' && (entry === undefined || (place.selected !== undefined && selected === undefined))

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
            Machines and states
          </button>
        </header>
        <Navigation graph={graph} selected={selected} onGo={() => setListed(false)} />
        <main ref={main} className={classes.main}>
          {lost && (
            <p role="alert" className={classes.lost}>
              {entry
                ? `${entry.name} has no such state or transition any more.`
                : `There is no machine called ${place.machine}.`}
            </p>
          )}
          {entry && graph ? (
            <Drawing
              key={entry.name}
              entry={entry}
              graph={graph}
              selected={selected}
              live={undefined}
              scheme={scheme}
              onScheme={turn}
            />
          ) : (
            <h1>Choose a machine</h1>
          )}
        </main>
        <aside className={classes.aside} aria-label="Details">
          {entry && graph && (
            <Suspense fallback={<p>Loading</p>}>
              <Details entry={entry} graph={graph} selected={selected} scheme={scheme} />
            </Suspense>
          )}
        </aside>
      </div>
    </Provider>
  )
}
