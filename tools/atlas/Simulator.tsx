/** Simulates the machine: the current state, the possible events and the history. */
import { Button } from '../../src/ui/Button.tsx'
import { Select } from '../../src/ui/Select.ts'
import { TextButton } from '../../src/ui/TextButton.tsx'
import { hashOf } from './hashRoute.ts'
import { type Graph } from './graph.ts'
import classes from './Simulator.module.css'
import {
  startRun,
  contextText,
  currentLeaves,
  goToStep,
  actorStateOf,
  takeOption,
  type Option,
  type Run,
} from './run.ts'

type Props = {
  readonly graph: Graph
  readonly run: Run
  readonly options: readonly Option[]
  /** The transition that was selected in the chart while several events take it. */
  readonly ambiguousTransition: string | undefined
  readonly onRun: (run: Run) => void
  readonly onShowAll: () => void
}

const KINDS = [
  ['event', 'Events'],
  ['outcome', 'Outcomes of actors'],
  ['delay', 'Delays'],
] as const

function OptionButton({ option, onTake }: { option: Option; onTake: () => void }) {
  const { text, label, newStates, isPossible } = option
  return (
    <button type="button" className={classes.option} onClick={onTake} disabled={!isPossible}>
      <span className={classes.text}>{text}</span>
      <span className={classes.label}>
        {label}
        {isPossible
          ? ` → ${newStates.length > 0 ? newStates.join(', ') : 'no state change'}`
          : ', refused by its guard'}
      </span>
    </button>
  )
}

export function Simulator({ graph, run, options, ambiguousTransition, onRun, onShowAll }: Props) {
  const inputs = Object.keys(run.model.inputs)
  const shown =
    ambiguousTransition === undefined ? options : options.filter(({ next }) => next.taken.includes(ambiguousTransition))
  const { status } = actorStateOf(run).snapshot
  const stepButtons: readonly [string, () => void, boolean][] = [
    ['Back', () => onRun(goToStep(run, run.at - 1)), run.at === 0],
    ['Forward', () => onRun(goToStep(run, run.at + 1)), run.at === run.steps.length - 1],
    ['Restart', () => onRun(startRun(run.model, run.input)), false],
  ]
  return (
    <div className={classes.play}>
      {inputs.length > 1 && (
        <Select
          label="Input"
          size="sm"
          data={inputs}
          value={run.input}
          allowDeselect={false}
          onChange={(input) => input !== null && onRun(startRun(run.model, input))}
        />
      )}

      <section className={classes.part}>
        <h2 className={classes.title}>Current state</h2>
        <div role="status" aria-label="Current state">
          <ul className={classes.now}>
            {currentLeaves(run).map((path) => (
              <li key={path}>
                <a href={hashOf({ machine: graph.name, selected: { kind: 'state', path } })}>{path}</a>
                <span className={classes.quiet}>{graph.states.get(path)?.description}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className={classes.part}>
        <h2 className={classes.title}>Possible events</h2>
        {ambiguousTransition !== undefined && (
          <p className={classes.ambiguous}>
            {shown.length > 0
              ? 'Several events take this transition. Choose one. '
              : 'No event takes this transition in the current state. '}
            <TextButton onClick={onShowAll}>Show all events</TextButton>
          </p>
        )}
        {status !== 'active' && <p className={classes.quiet}>None: the machine is done.</p>}
        {status === 'active' && options.length === 0 && (
          <p className={classes.quiet}>The model has no event for this state.</p>
        )}
        {KINDS.map(([kind, title]) => {
          const group = shown.filter((option) => option.kind === kind)
          if (group.length === 0) return null
          return (
            <div key={kind} role="group" aria-label={title} className={classes.group}>
              <p className={classes.quiet}>{title}</p>
              {group.map((option) => (
                <OptionButton key={option.label} option={option} onTake={() => onRun(takeOption(run, option))} />
              ))}
            </div>
          )
        })}
      </section>

      <section className={classes.part}>
        <h2 className={classes.title}>History</h2>
        <div className={classes.stepButtons}>
          {stepButtons.map(([name, onClick, isDisabled]) => (
            <Button
              key={name}
              variant="default"
              size="sm"
              className={classes.stepButton}
              disabled={isDisabled}
              onClick={onClick}
            >
              {name}
            </Button>
          ))}
        </div>
        <ol className={classes.steps}>
          {run.steps.map((step, at) => (
            <li key={`${at} ${step.label}`}>
              <button
                type="button"
                className={classes.step}
                aria-current={at === run.at ? 'step' : undefined}
                onClick={() => onRun(goToStep(run, at))}
              >
                {step.text}
              </button>
            </li>
          ))}
        </ol>
      </section>

      <details className={classes.part}>
        <summary className={classes.title}>Context</summary>
        <pre className={classes.context} tabIndex={0}>
          {contextText(run)}
        </pre>
      </details>
    </div>
  )
}
