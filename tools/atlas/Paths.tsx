/** The paths of a machine and its coverage. */
import { Suspense, use, useId, useState, type ReactNode } from 'react'
import { readChart } from '../model-testing/chart.ts'
import { countText } from '../model-testing/pathFormats.ts'
import { PATH_KINDS, parsePathKind, type PathKind, type PathRequest } from '../model-testing/pathSearch.ts'
import { addressOf, type Selected } from './address.ts'
import { Coverage } from './Coverage.tsx'
import { findPaths, clearPaths, type FoundPath, type PathWorkerResponse } from './findPaths.ts'
import { isSystem, loadModelOf } from './machines.ts'
import classes from './Paths.module.css'

export type PathsProps = {
  readonly machine: string
  readonly selected: Selected | undefined
}

/** These kinds cover the whole machine, so they have no end state. */
const KINDS_WITHOUT_END: readonly PathKind[] = ['pairs', 'tours']
const LIMITS = [10, 50, 200] as const

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

function PathCountText({ answer }: { answer: Promise<PathWorkerResponse> }) {
  const response = use(answer)
  if (response.kind === 'failed') return <>{response.message}</>
  if (response.kind === 'sized') return <>{`${response.text}.`}</>
  return <>{response.kind === 'counted' ? `${countText(response.count)}.` : ''}</>
}

/** The end state of the paths of a system. */
function EndChoice({
  answer,
  to,
  onChange,
}: {
  answer: Promise<PathWorkerResponse>
  to: string
  onChange: (to: string) => void
}) {
  const response = use(answer)
  const ends = response.kind === 'sized' ? response.endStates : []
  return (
    <Choice label="To" value={ends.includes(to) ? to : ''} onChange={onChange}>
      <option value="">any state</option>
      <Options names={ends} />
    </Choice>
  )
}

function CopyButtons({ texts }: { texts: Readonly<Record<string, string>> }) {
  const [status, setStatus] = useState('')
  const copy = async (label: string, text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setStatus(`Copied as ${label}.`)
    } catch {
      setStatus('The browser does not let the page copy.')
    }
  }
  return (
    <div className={classes.copy}>
      <span>Copy as</span>
      {Object.entries(texts).map(([label, text]) => (
        <button key={label} type="button" className={classes.quiet} onClick={() => void copy(label, text)}>
          {label}
        </button>
      ))}
      <span role="status" className={classes.status}>
        {status}
      </span>
    </div>
  )
}

function PathItem({ path, prefixLength, number }: { path: FoundPath; prefixLength: number; number: number }) {
  const { length } = path.steps
  return (
    <li>
      <details className={classes.path} open={number === 1}>
        <summary>
          Path {number}
          <span className={classes.quietText}>
            {' '}
            · {length} {length === 1 ? 'step' : 'steps'} from {path.input}
          </span>
        </summary>
        <p className={classes.now}>{path.start}</p>
        <ol className={classes.steps}>
          {path.steps.map(({ text, expected }, i) => (
            <li key={i} data-lead={i < prefixLength}>
              <span>{text}</span>
              <span className={classes.now}>{expected}</span>
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

function PathList({ answer, onRetry }: { answer: Promise<PathWorkerResponse>; onRetry: () => void }) {
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
  if (found.paths.length === 0) return <p role="status">No path matches.</p>
  return (
    <>
      <p role="status" className={classes.headline}>
        {found.headline}
      </p>
      {found.notes.map((line) => (
        <p key={line} className={classes.quietText}>
          {line}
        </p>
      ))}
      <CopyButtons texts={found.texts} />
      <ol className={classes.paths}>
        {found.paths.map((path, i) => (
          <PathItem key={i} path={path} prefixLength={found.prefixLength} number={i + 1} />
        ))}
      </ol>
    </>
  )
}

function PathForm({ machine, selected }: PathsProps) {
  const model = use(loadModelOf(machine))
  const [kind, setKind] = useState<PathKind>(selected?.kind === 'state' ? 'shortest' : 'transitions')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState(selected?.kind === 'state' ? selected.path : '')
  const [limit, setLimit] = useState<number>(LIMITS[0])
  const [isSystemWanted, setSystemWanted] = useState(false)
  const [shown, setShown] = useState<{ request: PathRequest; limit: number; isSystem: boolean } | undefined>(undefined)
  if (!model) return <p className={classes.quietText}>This machine has no model, so it has no paths.</p>

  const chart = readChart(model.machine)
  const states = [...chart.states.keys()]
  const canBeSystem = isSystem(machine) && selected?.kind !== 'transition'
  const includesSystem = canBeSystem && isSystemWanted
  const hasNoEnd = KINDS_WITHOUT_END.includes(kind)
  const starts = kind === 'tours' ? Object.keys(model.inputs) : [...Object.keys(model.inputs), ...states]
  const through = selected?.kind === 'transition' ? chart.candidates.get(selected.key) : undefined
  const ownRequest: PathRequest = {
    kind,
    ...(from !== '' && starts.includes(from) ? { from } : {}),
    ...(to !== '' && !hasNoEnd ? { to } : {}),
    ...(through ? { through: through.key } : {}),
  }
  // A system has only the kind 'transitions'.
  const request: PathRequest = includesSystem ? { kind: 'transitions', ...(to === '' ? {} : { to }) } : ownRequest
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
        setShown({ request, limit, isSystem: includesSystem })
      }}
    >
      {canBeSystem && (
        <label className={classes.together}>
          <input
            type="checkbox"
            checked={isSystemWanted}
            onChange={(event) => change(setSystemWanted)(event.currentTarget.checked)}
          />
          Include its child machines and peers
        </label>
      )}
      {includesSystem ? (
        <Suspense fallback={<p className={classes.quietText}>Exploring the system</p>}>
          <EndChoice answer={findPaths(machine, { kind: 'transitions' }, 0, true)} to={to} onChange={change(setTo)} />
        </Suspense>
      ) : (
        <>
          <Choice label="Kind" value={kind} onChange={change((value: string) => setKind(parsePathKind(value)))}>
            {Object.entries(PATH_KINDS).map(([name, description]) => (
              <option key={name} value={name}>
                {`${name} – ${description}`}
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
            <Choice label="To" value={hasNoEnd ? '' : to} disabled={hasNoEnd} onChange={change(setTo)}>
              <option value="">{hasNoEnd ? 'whole machine' : 'any state'}</option>
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
      {through && <p className={classes.quietText}>Only paths that take the selected transition.</p>}
      <div className={classes.ask}>
        <button type="submit" className={classes.main}>
          Show paths
        </button>
        <span role="status" className={classes.quietText}>
          <Suspense key={JSON.stringify([request, includesSystem])} fallback="Counting">
            <PathCountText answer={findPaths(machine, request, 0, includesSystem)} />
          </Suspense>
        </span>
      </div>
      {shown && (
        <Suspense key={JSON.stringify(shown)} fallback={<p role="status">Finding paths</p>}>
          <PathList
            answer={findPaths(machine, shown.request, shown.limit, shown.isSystem)}
            onRetry={() => {
              clearPaths(machine, shown.request, shown.limit, shown.isSystem)
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
          {selected === undefined
            ? 'Paths'
            : selected.kind === 'state'
              ? 'Paths to this state'
              : 'Paths through this transition'}
        </h3>
        <Suspense fallback={<p className={classes.quietText}>Loading</p>}>
          <PathForm key={addressOf({ machine, selected })} machine={machine} selected={selected} />
        </Suspense>
      </section>
      {selected === undefined && (
        <section className={classes.part}>
          <h3 className={classes.title}>Covered by tests</h3>
          <Suspense fallback={<p className={classes.quietText}>Loading</p>}>
            <Coverage machine={machine} />
          </Suspense>
        </section>
      )}
    </>
  )
}
