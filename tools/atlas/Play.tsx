/** Plays the machine: what may happen now, what has happened, and every step to look at again. */
import { Select } from '../../src/ui/pieces/Select.ts'
import { addressOf } from './address.ts'
import { type Graph } from './graph.ts'
import classes from './Play.module.css'
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
  /** Asked of one transition only, because it was pressed in the chart. */
  readonly askedTransition: string | undefined
  readonly onRun: (run: Run) => void
  readonly onAskAll: () => void
}

const KINDS = [
  ['event', 'Somebody or something sends'],
  ['answer', 'An actor answers'],
  ['time', 'Time passes'],
] as const

function OptionButton({ option, onTake }: { option: Option; onTake: () => void }) {
  const { text: words, label, newStates: leads, isPossible: happens } = option
  return (
    <button type="button" className={classes.option} onClick={onTake} disabled={!happens}>
      <span className={classes.text}>{words}</span>
      <span className={classes.label}>
        {label}
        {happens ? ` → ${leads.length > 0 ? leads.join(', ') : 'stays'}` : ', refused here'}
      </span>
    </button>
  )
}

export function Play({ graph, run, options, askedTransition: asked, onRun, onAskAll }: Props) {
  const inputs = Object.keys(run.model.inputs)
  const shown = asked === undefined ? options : options.filter(({ next }) => next.taken.includes(asked))
  const { status } = actorStateOf(run).snapshot
  return (
    <div className={classes.play}>
      {inputs.length > 1 && (
        <Select
          label="Begin with"
          size="sm"
          data={inputs}
          value={run.input}
          allowDeselect={false}
          onChange={(input) => input !== null && onRun(startRun(run.model, input))}
        />
      )}

      <section className={classes.part}>
        <h2 className={classes.title}>Now</h2>
        <div role="status" aria-label="Now">
          <ul className={classes.now}>
            {currentLeaves(run).map((path) => (
              <li key={path}>
                <a href={addressOf({ machine: graph.name, selected: { kind: 'state', path } })}>{path}</a>
                <span className={classes.quiet}>{graph.states.get(path)?.description}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className={classes.part}>
        <h2 className={classes.title}>What may happen</h2>
        {asked !== undefined && (
          <p className={classes.asked}>
            {shown.length > 0 ? 'In one of these cases: ' : 'This can’t happen here. '}
            <button type="button" className={classes.link} onClick={onAskAll}>
              Show all that may happen
            </button>
          </p>
        )}
        {status !== 'active' && <p className={classes.quiet}>Nothing any more: the flow has ended.</p>}
        {status === 'active' && options.length === 0 && (
          <p className={classes.quiet}>Nothing that the model knows of.</p>
        )}
        {KINDS.map(([kind, words]) => {
          const group = shown.filter((option) => option.kind === kind)
          if (group.length === 0) return null
          return (
            <div key={kind} role="group" aria-label={words} className={classes.group}>
              <p className={classes.quiet}>{words}</p>
              {group.map((option) => (
                <OptionButton key={option.label} option={option} onTake={() => onRun(takeOption(run, option))} />
              ))}
            </div>
          )
        })}
      </section>

      <section className={classes.part}>
        <h2 className={classes.title}>So far</h2>
        <div className={classes.stepButtons}>
          <button
            type="button"
            className={classes.stepButton}
            disabled={run.at === 0}
            onClick={() => onRun(goToStep(run, run.at - 1))}
          >
            Back
          </button>
          <button
            type="button"
            className={classes.stepButton}
            disabled={run.at === run.steps.length - 1}
            onClick={() => onRun(goToStep(run, run.at + 1))}
          >
            Forward
          </button>
          <button type="button" className={classes.stepButton} onClick={() => onRun(startRun(run.model, run.input))}>
            Begin again
          </button>
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
