/** The ways through a machine, to choose, count, read and copy; and what is covered of it. */
import { Suspense, use, useId, useState, type ReactNode } from 'react'
import { isCompany } from '../../tests/machines/companies.ts'
import { readChart } from '../model-testing/chart.ts'
import { countWords, type Format } from '../model-testing/formats.ts'
import { KINDS, kindOf, type PathKind, type Wish } from '../model-testing/ways.ts'
import { addressOf, type Selected } from './address.ts'
import { Coverage } from './Coverage.tsx'
import { findPaths, forgetPaths, type FoundPath, type PathsAnswer } from './findPaths.ts'
import { modelOf } from './machines.ts'
import classes from './Paths.module.css'

export type PathsProps = {
  readonly machine: string
  readonly selected: Selected | undefined
}

/** These take everything: they have no end of their own. */
const ENDLESS: readonly PathKind[] = ['pairs', 'tours']
const LIMITS = [10, 50, 200] as const
const COPIES = { markdown: 'Markdown', playwright: 'Playwright', json: 'JSON' } as const satisfies Partial<
  Record<Format, string>
>

function Choice({
  label,
  value,
  disabled = false,
  onChange,
  children,
}: {
  label: string
  value: string
  disabled?: boolean
  onChange: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={classes.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </select>
    </div>
  )
}

const Options = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ))

function Count({ answer }: { answer: Promise<PathsAnswer> }) {
  const counted = use(answer)
  if (counted.kind === 'failed') return <>{counted.message}</>
  if (counted.kind === 'sized') return <>{`${counted.words}.`}</>
  return <>{counted.kind === 'counted' ? `${countWords(counted.count)}.` : ''}</>
}

/** Where paths of machines together may end: in a state of any of them. */
function End({ answer, to, onChange }: { answer: Promise<PathsAnswer>; to: string; onChange: (to: string) => void }) {
  const sized = use(answer)
  const ends = sized.kind === 'sized' ? sized.ends : []
  return (
    <Choice label="To" value={ends.includes(to) ? to : ''} onChange={onChange}>
      <option value="">any state</option>
      <Options names={ends} />
    </Choice>
  )
}

function Copy({ texts }: { texts: Readonly<Partial<Record<Format, string>>> }) {
  const [said, setSaid] = useState('')
  const copies = (Object.keys(COPIES) as (keyof typeof COPIES)[]).filter((format) => texts[format] !== undefined)
  const copy = async (format: keyof typeof COPIES): Promise<void> => {
    try {
      await navigator.clipboard.writeText(texts[format] ?? '')
      setSaid(`Copied as ${COPIES[format]}.`)
    } catch {
      setSaid('The browser does not let the page copy.')
    }
  }
  return (
    <div className={classes.copy}>
      <span>Copy as</span>
      {copies.map((format) => (
        <button key={format} type="button" className={classes.quiet} onClick={() => void copy(format)}>
          {COPIES[format]}
        </button>
      ))}
      <span role="status" className={classes.said}>
        {said}
      </span>
    </div>
  )
}

function Steps({ path, lead, number }: { path: FoundPath; lead: number; number: number }) {
  const { length } = path.steps
  return (
    <li>
      <details className={classes.path} open={number === 1}>
        <summary>
          Path {number}
          <span className={classes.quietWords}>
            {' '}
            · {length} {length === 1 ? 'step' : 'steps'} from {path.input}
          </span>
        </summary>
        <p className={classes.now}>{path.start}</p>
        <ol className={classes.steps}>
          {path.steps.map(({ words, now }, i) => (
            <li key={i} data-lead={i < lead}>
              <span>{words}</span>
              <span className={classes.now}>{now}</span>
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

function List({ answer, onRetry }: { answer: Promise<PathsAnswer>; onRetry: () => void }) {
  const found = use(answer)
  if (found.kind === 'failed')
    return (
      <div role="alert" className={classes.failed}>
        <p>{found.message}</p>
        <button type="button" className={classes.quiet} onClick={onRetry}>
          Try again
        </button>
      </div>
    )
  if (found.kind !== 'found') return null
  if (found.paths.length === 0) return <p role="status">No path goes this way.</p>
  return (
    <>
      <p role="status" className={classes.headline}>
        {found.headline}
      </p>
      {found.remarks.map((line) => (
        <p key={line} className={classes.quietWords}>
          {line}
        </p>
      ))}
      <Copy texts={found.texts} />
      <ol className={classes.paths}>
        {found.paths.map((path, i) => (
          <Steps key={i} path={path} lead={found.lead} number={i + 1} />
        ))}
      </ol>
    </>
  )
}

function Chooser({ machine, selected }: PathsProps) {
  const model = use(modelOf(machine))
  const [kind, setKind] = useState<PathKind>(selected?.kind === 'state' ? 'shortest' : 'transitions')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState(selected?.kind === 'state' ? selected.path : '')
  const [limit, setLimit] = useState<number>(LIMITS[0])
  const [wanted, setWanted] = useState(false)
  const [shown, setShown] = useState<{ wish: Wish; limit: number; together: boolean } | undefined>(undefined)
  if (!model) return <p className={classes.quietWords}>It has no model, so nothing is known of its paths.</p>

  const chart = readChart(model.machine)
  const states = [...chart.states.keys()]
  const canTogether = isCompany(machine) && selected?.kind !== 'transition'
  const together = canTogether && wanted
  const endless = ENDLESS.includes(kind)
  const starts = kind === 'tours' ? Object.keys(model.inputs) : [...Object.keys(model.inputs), ...states]
  const through = selected?.kind === 'transition' ? chart.candidates.get(selected.key) : undefined
  const own: Wish = {
    kind,
    ...(from !== '' && starts.includes(from) ? { from } : {}),
    ...(to !== '' && !endless ? { to } : {}),
    ...(through ? { through: through.key } : {}),
  }
  // Of machines together there are the shortest ways through every transition, from their own starts.
  const wish: Wish = together ? { kind: 'transitions', ...(to === '' ? {} : { to }) } : own
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      setShown(undefined)
    }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setShown({ wish, limit, together })
      }}
    >
      {canTogether && (
        <label className={classes.together}>
          <input
            type="checkbox"
            checked={wanted}
            onChange={(event) => change(setWanted)(event.currentTarget.checked)}
          />
          Together with the machines it talks to
        </label>
      )}
      {together ? (
        <Suspense fallback={<p className={classes.quietWords}>Walking them together</p>}>
          <End answer={findPaths(machine, { kind: 'transitions' }, 0, true)} to={to} onChange={change(setTo)} />
        </Suspense>
      ) : (
        <>
          <Choice label="Kind" value={kind} onChange={change((value: string) => setKind(kindOf(value)))}>
            {Object.entries(KINDS).map(([name, words]) => (
              <option key={name} value={name}>
                {`${name} – ${words}`}
              </option>
            ))}
          </Choice>
          <div className={classes.pair}>
            <Choice label="From" value={starts.includes(from) ? from : ''} onChange={change(setFrom)}>
              <option value="">any start</option>
              <optgroup label="Starts">
                <Options names={Object.keys(model.inputs)} />
              </optgroup>
              {kind !== 'tours' && (
                <optgroup label="States">
                  <Options names={states} />
                </optgroup>
              )}
            </Choice>
            <Choice label="To" value={endless ? '' : to} disabled={endless} onChange={change(setTo)}>
              <option value="">{endless ? 'everything' : 'any state'}</option>
              <Options names={states} />
            </Choice>
          </div>
        </>
      )}
      <Choice label="At most" value={String(limit)} onChange={change((value: string) => setLimit(Number(value)))}>
        {LIMITS.map((number) => (
          <option key={number} value={number}>{`${number} paths`}</option>
        ))}
      </Choice>
      {through && <p className={classes.quietWords}>Only those that take the selected transition.</p>}
      <div className={classes.ask}>
        <button type="submit" className={classes.main}>
          Show paths
        </button>
        <span role="status" className={classes.quietWords}>
          <Suspense key={JSON.stringify([wish, together])} fallback="Counting">
            <Count answer={findPaths(machine, wish, 0, together)} />
          </Suspense>
        </span>
      </div>
      {shown && (
        <Suspense key={JSON.stringify(shown)} fallback={<p role="status">Finding paths</p>}>
          <List
            answer={findPaths(machine, shown.wish, shown.limit, shown.together)}
            onRetry={() => {
              forgetPaths(machine, shown.wish, shown.limit, shown.together)
              setShown({ ...shown })
            }}
          />
        </Suspense>
      )}
    </form>
  )
}

export function Paths({ machine, selected }: PathsProps) {
  return (
    <>
      <section className={classes.part}>
        <h3 className={classes.title}>
          {selected === undefined ? 'Paths' : selected.kind === 'state' ? 'Paths to here' : 'Paths by way of it'}
        </h3>
        <Suspense fallback={<p className={classes.quietWords}>Loading</p>}>
          <Chooser key={addressOf({ machine, selected })} machine={machine} selected={selected} />
        </Suspense>
      </section>
      {selected === undefined && (
        <section className={classes.part}>
          <h3 className={classes.title}>Covered by tests</h3>
          <Suspense fallback={<p className={classes.quietWords}>Loading</p>}>
            <Coverage machine={machine} />
          </Suspense>
        </section>
      )}
    </>
  )
}
