/** The atlas: each machine as a chart and as an outline, with the details of each state and transition. */
import { useEffect, useMemo, useState } from 'react'
import { ThemeProvider } from '../../src/ui/ThemeProvider.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { navigate, routeAt, useHash } from './hashRoute.ts'
import classes from './Atlas.module.css'
import { graphOf, entryAt } from './machines.ts'
import { Machine } from './Machine.tsx'
import { Navigation } from './Navigation.tsx'
import { useScheme } from './useScheme.ts'

export function Atlas() {
  const { scheme, toggle } = useScheme()
  const address = useHash()
  const route = useMemo(() => routeAt(address), [address])
  const [isListOpen, setListOpen] = useState(false)
  const entry = entryAt(route)
  const graph = entry && graphOf(entry)
  const isSelectionKnown =
    route.selected?.kind === 'state'
      ? graph?.states.has(route.selected.path)
      : route.selected && graph?.transitions.has(route.selected.key)

  const name = entry?.name

  useEffect(() => {
    document.title = name === undefined ? 'Atlas' : `${name} · Atlas`
  }, [name])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches('input, select, textarea')) return
      if (event.key === 'Escape' && name !== undefined && route.selected)
        navigate({ machine: name, selected: undefined })
      if (event.key !== '/') return
      event.preventDefault()
      setListOpen(true)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#navigation input')?.focus())
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [name, route])

  return (
    <ThemeProvider scheme={scheme}>
      <div className={classes.page} data-listed={isListOpen}>
        <header className={classes.header}>
          <p className={classes.title}>
            <a href="#/">Atlas</a>
          </p>
          <Button
            variant="default"
            className={classes.listToggle}
            aria-expanded={isListOpen}
            aria-controls="navigation"
            onClick={() => setListOpen(!isListOpen)}
          >
            {isListOpen ? 'Close list' : 'Machines and states'}
          </Button>
        </header>
        <Navigation
          graph={graph}
          selected={isSelectionKnown === true ? route.selected : undefined}
          onGo={() => setListOpen(false)}
        />
        {entry && graph ? (
          <Machine
            key={entry.name}
            entry={entry}
            graph={graph}
            selected={isSelectionKnown === true ? route.selected : undefined}
            notice={
              route.selected && isSelectionKnown !== true
                ? `${entry.name} does not have this state or transition.`
                : undefined
            }
            scheme={scheme}
            onScheme={toggle}
          />
        ) : (
          <main className={classes.notFound}>
            <h1>There is no machine {route.machine}</h1>
            <p>It may have been renamed. The list has all machines.</p>
          </main>
        )}
      </div>
    </ThemeProvider>
  )
}
