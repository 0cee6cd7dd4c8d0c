import { CauseIcon } from './CauseIcon.tsx'
import { graphSizeText } from './chartText.ts'
import classes from './Details.module.css'
import { DetailsSection, NameList, Requirements } from './DetailsSection.tsx'
import { type Cause, type Graph } from './graph.ts'

const LEGEND: readonly [Cause['kind'], string][] = [
  ['event', 'an event'],
  ['done', 'an actor is done'],
  ['error', 'an actor fails'],
  ['snapshot', 'an actor has a new snapshot'],
  ['after', 'a delay ends'],
  ['always', 'always, when its guard is true'],
  ['ended', 'the child states are done'],
]

/** The symbols that the chart of this machine has. */
function Legend({ graph }: { graph: Graph }) {
  const used = new Set([...graph.transitions.values()].map(({ cause }) => cause.kind))
  return (
    <DetailsSection title="Legend">
      <ul className={classes.legend}>
        {LEGEND.filter(([kind]) => used.has(kind)).map(([kind, text]) => (
          <li key={kind}>
            <svg className="chart" width="14" height="14" viewBox="-1 -1 14 14" aria-hidden="true">
              <CauseIcon kind={kind} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
      <p className={classes.none}>
        A dot marks the initial state, a double border a final state. A ring marks transitions that all states in the
        box share. Dashed boxes are parallel states.
      </p>
    </DetailsSection>
  )
}

const KEYS: readonly [string, string][] = [
  ['+ −', 'zoom in and out'],
  ['0', 'the whole chart'],
  ['Arrows', 'move the chart'],
  ['Esc', 'clear the selection'],
  ['/', 'search'],
]

function Keys() {
  return (
    <DetailsSection title="Keys">
      <dl className={classes.keys}>
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </DetailsSection>
  )
}

export function MachineDetails({ graph }: { graph: Graph }) {
  const events = [...graph.transitions.values()].filter(({ cause }) => cause.kind === 'event')
  const names = [...new Set(events.map(({ cause }) => cause.text))].sort()
  const ids = [
    ...new Set([
      ...[...graph.states.values()].flatMap((state) => state.requirements),
      ...[...graph.transitions.values()].flatMap((transition) => transition.requirements),
    ]),
  ]
  return (
    <>
      <p className={classes.overline}>machine</p>
      <h2 className={classes.title}>{graphSizeText(graph)}</h2>
      {names.length > 0 && (
        <DetailsSection title="Events">
          <NameList names={names} />
        </DetailsSection>
      )}
      <Requirements ids={ids} />
      <Legend graph={graph} />
      <Keys />
    </>
  )
}
