/** A machine: its chart, and its details or its simulation. */
import { Suspense, useMemo, useState } from 'react'
import { type Scheme } from '../../src/ui/ThemeProvider.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { navigate, type Selected } from './hashRoute.ts'
import classes from './Machine.module.css'
import { Details } from './Details.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { type Graph } from './graph.ts'
import { type MachineEntry } from './input.ts'
import { loadModelOf } from './machines.ts'
import { Simulator } from './Simulator.tsx'
import { startRun, liveOf, optionsOf, takeOption, type Run } from './run.ts'

type Props = {
  readonly entry: MachineEntry
  readonly graph: Graph
  readonly selected: Selected | undefined
  readonly notice: string | undefined
  readonly scheme: Scheme
  readonly onScheme: () => void
}

type Tab = 'details' | 'play'

type PlayState =
  | { readonly kind: 'not yet' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'no model' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'running'; readonly run: Run }

export function Machine({ entry, graph, selected, notice, scheme, onScheme }: Props) {
  const [tab, setTab] = useState<Tab>('details')
  const [playState, setPlayState] = useState<PlayState>({ kind: 'not yet' })
  const [ambiguousTransition, setAmbiguousTransition] = useState<string | undefined>(undefined)
  const run = playState.kind === 'running' ? playState.run : undefined
  const options = useMemo(() => (run ? optionsOf(run) : []), [run])
  const playing = tab === 'play' && run !== undefined
  const live = useMemo(() => (playing ? liveOf(run, options) : undefined), [playing, run, options])

  const startPlaying = async (): Promise<void> => {
    setTab('play')
    if (playState.kind === 'running' || playState.kind === 'loading') return
    setPlayState({ kind: 'loading' })
    try {
      const model = await loadModelOf(entry.name)
      setPlayState(model ? { kind: 'running', run: startRun(model) } : { kind: 'no model' })
    } catch {
      setPlayState({ kind: 'failed' })
    }
  }

  const continueWith = (next: Run): void => {
    setPlayState({ kind: 'running', run: next })
    setAmbiguousTransition(undefined)
  }

  /** During a simulation, selecting a transition takes it. If several events take it, they are listed. */
  const choose = (chosen: Selected): void => {
    if (!playing || chosen.kind === 'state') {
      navigate({ machine: entry.name, selected: chosen })
      return
    }
    const cases = options.filter(({ next }) => next.taken.includes(chosen.key))
    const [only] = cases
    if (only && cases.length === 1) continueWith(takeOption(run, only))
    else setAmbiguousTransition(chosen.key)
  }

  return (
    <>
      <main className={classes.main}>
        {notice !== undefined && (
          <p role="alert" className={classes.notice}>
            {notice}
          </p>
        )}
        <ChartPanel
          entry={entry}
          graph={graph}
          selected={selected}
          live={live}
          onChoose={choose}
          scheme={scheme}
          onScheme={onScheme}
        />
      </main>
      <aside className={classes.aside} aria-label="Details and play">
        <div className={classes.tabs}>
          <button
            type="button"
            className={classes.tab}
            aria-pressed={tab === 'details'}
            onClick={() => setTab('details')}
          >
            Details
          </button>
          <button
            type="button"
            className={classes.tab}
            aria-pressed={tab === 'play'}
            onClick={() => void startPlaying()}
          >
            Play
          </button>
        </div>
        <div className={classes.panel}>
          {tab === 'details' && (
            <Suspense fallback={null}>
              <Details entry={entry} graph={graph} selected={selected} scheme={scheme} />
            </Suspense>
          )}
          {tab === 'play' && run && (
            <Simulator
              graph={graph}
              run={run}
              options={options}
              ambiguousTransition={ambiguousTransition}
              onRun={continueWith}
              onShowAll={() => setAmbiguousTransition(undefined)}
            />
          )}
          {tab === 'play' && !run && (
            <div className={classes.empty} role="status">
              {playState.kind === 'no model' ? (
                <p>This machine has no model, so it can’t be simulated.</p>
              ) : playState.kind === 'failed' ? (
                <>
                  <p>The model could not be loaded.</p>
                  <Button variant="default" onClick={() => void startPlaying()}>
                    Try again
                  </Button>
                </>
              ) : (
                <p>Loading the model …</p>
              )}
            </div>
          )}
        </div>
      </aside>
    </>
  )
}
