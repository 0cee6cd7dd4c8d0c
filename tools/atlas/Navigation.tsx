/** The navigation: search over all machines, the list of machines, and the outline of the open one. */
import { useEffect, useRef, useState } from 'react'
import { hashOf, type Selected } from './hashRoute.ts'
import { type Graph, type State } from './graph.ts'
import { machineEntries, graphOf } from './machines.ts'
import classes from './Navigation.module.css'
import { Search } from './Search.tsx'
import { kindTexts, transitionText } from './chartText.ts'

type Props = {
  readonly graph: Graph | undefined
  readonly selected: Selected | undefined
  readonly onGo: () => void
}

function StateItem({ graph, state, selected }: { graph: Graph; state: State; selected: Selected | undefined }) {
  const machine = graph.name
  const kinds = kindTexts(state)
  return (
    <li>
      <a
        className={classes.state}
        href={hashOf({ machine, selected: { kind: 'state', path: state.path } })}
        aria-current={selected?.kind === 'state' && selected.path === state.path ? 'true' : undefined}
      >
        {state.name}
        {kinds.length > 0 && <span className={classes.kind}> {kinds.join(', ')}</span>}
      </a>
      <StateContents graph={graph} state={state} selected={selected} />
    </li>
  )
}

/** The transitions of a state, then the states in it. */
function StateContents({ graph, state, selected }: { graph: Graph; state: State; selected: Selected | undefined }) {
  if (state.outgoing.length + state.children.length === 0) return null
  return (
    <ul className={classes.inside}>
      {state.outgoing.map((transition) => (
        <li key={transition.key}>
          <a
            className={classes.transition}
            href={hashOf({ machine: graph.name, selected: { kind: 'transition', key: transition.key } })}
            aria-current={selected?.kind === 'transition' && selected.key === transition.key ? 'true' : undefined}
          >
            {transitionText(graph, transition)}
          </a>
        </li>
      ))}
      {state.children.map((child) => (
        <StateItem key={child.path} graph={graph} state={child} selected={selected} />
      ))}
    </ul>
  )
}

export function Navigation({ graph, selected, onGo }: Props) {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLElement>(null)

  useEffect(() => {
    const here =
      list.current?.querySelector('[aria-current="true"]') ?? list.current?.querySelector('[aria-current="page"]')
    here?.scrollIntoView({ block: 'nearest' })
  }, [graph, selected])

  return (
    <nav id="navigation" ref={list} className={classes.navigation} aria-label="Machines and states">
      <Search query={query} onQuery={setQuery} onGo={onGo} />
      <button type="button" className={classes.skip} onClick={() => document.getElementById('chart')?.focus()}>
        Skip the list
      </button>
      {query.trim() === '' && (
        <ul className={classes.machines}>
          {machineEntries.map((entry) => (
            <li key={entry.name}>
              <a
                className={classes.machine}
                href={hashOf({ machine: entry.name, selected: undefined })}
                aria-current={graph?.name === entry.name ? 'page' : undefined}
                onClick={onGo}
              >
                <span>{entry.name}</span>
                <span className={`${classes.count} figures`} aria-label={`${graphOf(entry).states.size - 1} states`}>
                  {graphOf(entry).states.size - 1}
                </span>
              </a>
              {graph?.name === entry.name && <StateContents graph={graph} state={graph.root} selected={selected} />}
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
