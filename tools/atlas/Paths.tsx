/** The paths of a machine and its coverage. */
import { Suspense, use, useState, type ComponentProps } from 'react'
import { readChart } from '../model-testing/chart.ts'
import { countText } from '../model-testing/pathFormats.ts'
import { PATH_KINDS, parsePathKind, type PathKind, type PathRequest } from '../model-testing/pathSearch.ts'
import { Button } from '../../src/ui/Button.tsx'
import { Checkbox } from '../../src/ui/Checkbox.ts'
import { NativeSelect } from '../../src/ui/NativeSelect.ts'
import { hashOf, type Selected } from './hashRoute.ts'
import { Coverage } from './Coverage.tsx'
import { DetailsSection } from './DetailsSection.tsx'
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

/** The arrow is decoration, which Mantine does not declare. */
const PathSelect = (props: ComponentProps<typeof NativeSelect>) => (
  <NativeSelect size="sm" rightSectionProps={{ 'aria-hidden': true }} {...props} />
)

function PathCountText({ promise }: { promise: Promise<PathWorkerResponse> }) {
  const response = use(promise)
  if (response.kind === 'failed') return <>{response.message}</>
  if (response.kind === 'sized') return <>{`${response.text}.`}</>
  return <>{response.kind === 'counted' ? `${countText(response.count)}.` : ''}</>
}

/** The end state of the paths of a system. */
function EndChoice({
  promise,
  to,
  onChange,
}: {
  promise: Promise<PathWorkerResponse>
  to: string
  onChange: (to: string) => void
}) {
  const response = use(promise)
  const ends = response.kind === 'sized' ? response.endStates : []
  return (
    <PathSelect
      label="To"
      data={[{ value: '', label: 'any state' }, ...ends]}
      value={ends.includes(to) ? to : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function CopyButtons({ texts }: { texts: Readonly<Record<string, string>> }) {
  const [status, setStatus] = useState('')
  const copy = async (label: string, text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setStatus(`Copied as ${label}.`)
    } catch {
      setStatus('The browser blocked the clipboard.')
    }
  }
  return (
    <div className={classes.copy}>
      <span>Copy as</span>
      {Object.entries(texts).map(([label, text]) => (
        <Button key={label} variant="default" size="compact-md" onClick={() => void copy(label, text)}>
          {label}
        </Button>
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
            <li key={i} data-prefix={i < prefixLength}>
              <span>{text}</span>
              <span className={classes.now}>{expected}</span>
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}

function PathList({ promise, onRetry }: { promise: Promise<PathWorkerResponse>; onRetry: () => void }) {
  const found = use(promise)
  if (found.kind === 'failed')
    return (
      <div role="alert" className={classes.failed}>
        <p>{found.message}</p>
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
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
        <Checkbox
          label="Include its child machines and peers"
          checked={isSystemWanted}
          onChange={(event) => change(setSystemWanted)(event.currentTarget.checked)}
        />
      )}
      {includesSystem ? (
        <Suspense fallback={<p className={classes.quietText}>Exploring the system</p>}>
          <EndChoice promise={findPaths(machine, { kind: 'transitions' }, 0, true)} to={to} onChange={change(setTo)} />
        </Suspense>
      ) : (
        <>
          <PathSelect
            label="Kind"
            data={Object.entries(PATH_KINDS).map(([value, text]) => ({ value, label: `${value} – ${text}` }))}
            value={kind}
            onChange={(event) => change(setKind)(parsePathKind(event.currentTarget.value))}
          />
          <div className={classes.pair}>
            <PathSelect
              label="From"
              data={[
                { value: '', label: 'any start' },
                { group: 'Starts', items: Object.keys(model.inputs) },
                ...(kind === 'tours' ? [] : [{ group: 'States', items: states }]),
              ]}
              value={starts.includes(from) ? from : ''}
              onChange={(event) => change(setFrom)(event.currentTarget.value)}
            />
            <PathSelect
              label="To"
              data={[{ value: '', label: hasNoEnd ? 'whole machine' : 'any state' }, ...states]}
              value={hasNoEnd ? '' : to}
              disabled={hasNoEnd}
              onChange={(event) => change(setTo)(event.currentTarget.value)}
            />
          </div>
        </>
      )}
      <PathSelect
        label="At most"
        data={LIMITS.map((number) => ({ value: String(number), label: `${number} paths` }))}
        value={String(limit)}
        onChange={(event) => change(setLimit)(Number(event.currentTarget.value))}
      />
      {through && <p className={classes.quietText}>Only paths that take the selected transition.</p>}
      <div className={classes.ask}>
        <Button type="submit" size="sm">
          Show paths
        </Button>
        <span role="status" className={classes.quietText}>
          <Suspense key={JSON.stringify([request, includesSystem])} fallback="Counting">
            <PathCountText promise={findPaths(machine, request, 0, includesSystem)} />
          </Suspense>
        </span>
      </div>
      {shown && (
        <Suspense key={JSON.stringify(shown)} fallback={<p role="status">Finding paths</p>}>
          <PathList
            promise={findPaths(machine, shown.request, shown.limit, shown.isSystem)}
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

const TITLES = { machine: 'Paths', state: 'Paths to this state', transition: 'Paths through this transition' }

export function Paths({ machine, selected }: PathsProps) {
  return (
    <>
      <DetailsSection title={TITLES[selected?.kind ?? 'machine']}>
        <Suspense fallback={<p className={classes.quietText}>Loading</p>}>
          <PathForm key={hashOf({ machine, selected })} machine={machine} selected={selected} />
        </Suspense>
      </DetailsSection>
      {selected === undefined && (
        <DetailsSection title="Covered by tests">
          <Suspense fallback={<p className={classes.quietText}>Loading</p>}>
            <Coverage machine={machine} />
          </Suspense>
        </DetailsSection>
      )}
    </>
  )
}
