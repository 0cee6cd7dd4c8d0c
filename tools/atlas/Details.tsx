/** What there is to know of the selected state or transition, or of the whole machine. */
import { use, type ReactNode } from 'react'
import { type Scheme } from '../../src/ui/ThemeProvider.tsx'
import { addressOf, type Selected } from './address.ts'
import { CauseIcon } from './CauseIcon.tsx'
import classes from './Details.module.css'
import { loadGalleryIndex, screenshotsOf } from './gallery.ts'
import { conditionOf, selfAndAncestors, ROOT, type Cause, type Graph, type State, type Transition } from './graph.ts'
import { type MachineEntry } from './input.ts'
import { Paths } from './Paths.tsx'
import { requirements } from './machines.ts'
import { causeText, graphSizeText, kindTexts, relativeName, stateName, transitionText } from './chartText.ts'

type Props = {
  readonly entry: MachineEntry
  readonly graph: Graph
  readonly selected: Selected | undefined
  readonly scheme: Scheme
}

function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className={classes.partTitle}>{title}</h3>
      {children}
    </section>
  )
}

type StateLinkProps = { readonly graph: Graph; readonly path: string; readonly name?: string | undefined }

const StateLink = ({ graph, path, name = stateName(graph, path) }: StateLinkProps) => (
  <a href={addressOf({ machine: graph.name, selected: path === ROOT ? undefined : { kind: 'state', path } })}>{name}</a>
)

function NameList({ names }: { names: readonly string[] }) {
  return (
    <ul className={classes.names}>
      {names.map((name, i) => (
        <li key={`${i} ${name}`}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

type TransitionsProps = {
  readonly graph: Graph
  readonly list: readonly Transition[]
  /** Ways out are told by where they lead, ways in by where they come from. */
  readonly direction: 'out' | 'in' | 'of a holder'
}

function Transitions({ graph, list, direction: way }: TransitionsProps) {
  return (
    <ul className={classes.rows}>
      {list.map((transition) => (
        <li key={transition.key}>
          <a
            className={classes.row}
            href={addressOf({ machine: graph.name, selected: { kind: 'transition', key: transition.key } })}
          >
            {way === 'of a holder' && <span className={classes.from}>{stateName(graph, transition.source)} · </span>}
            {way === 'in' && (
              <span className={classes.from}>
                {relativeName(graph, transition.source, transition.targets[0] ?? '')} ·{' '}
              </span>
            )}
            {way === 'in' ? causeText(transition) : transitionText(graph, transition)}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Requirements({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <DetailsSection title="Serves">
      <dl className={classes.requirements}>
        {ids.map((id) => (
          <div key={id}>
            <dt>
              <code>{id}</code>
            </dt>
            <dd>{requirements.get(id) ?? 'No such requirement.'}</dd>
          </div>
        ))}
      </dl>
    </DetailsSection>
  )
}

function Screens({ machine, state, scheme }: { machine: string; state: State; scheme: Scheme }) {
  const shots = screenshotsOf(use(loadGalleryIndex()), machine, state.path, scheme)
  if (shots.length === 0) return null
  return (
    <DetailsSection title="On the screen">
      {shots.map(({ address, width }) => (
        <a key={address} href={address} className={classes.shot}>
          <img
            src={address}
            alt={`The screen in the state ${state.path}, ${width} px wide`}
            loading="lazy"
            className={width < 700 ? classes.narrowShot : classes.wideShot}
          />
        </a>
      ))}
    </DetailsSection>
  )
}

function StateDetails({ graph, state, scheme }: { graph: Graph; state: State; scheme: Scheme }) {
  const above = selfAndAncestors(graph, state.path).slice(1)
  const incoming = [...graph.transitions.values()].filter(
    ({ targets, source }) => targets.includes(state.path) && source !== state.path,
  )
  const inherited = above.flatMap((path) => graph.states.get(path)?.outgoing ?? [])
  const kinds = kindTexts(state)
  return (
    <>
      <p className={classes.overline}>
        {[...above].reverse().map((path) => (
          <span key={path}>
            <StateLink graph={graph} path={path} name={graph.states.get(path)?.name} />
            {' › '}
          </span>
        ))}
        {kinds.length > 0 ? kinds.join(', ') : 'state'}
      </p>
      <h2 className={classes.title}>{state.name}</h2>
      {state.description !== undefined && <p className={classes.description}>{state.description}</p>}
      {state.tags.length > 0 && (
        <ul className={classes.tags} aria-label="Tags">
          {state.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <Screens machine={graph.name} state={state} scheme={scheme} />
      {state.invokes.length > 0 && (
        <DetailsSection title="Runs">
          <NameList names={state.invokes.map(({ id, src }) => (id === src ? id : `${id} (${src})`))} />
        </DetailsSection>
      )}
      {state.entry.length > 0 && (
        <DetailsSection title="On entry">
          <NameList names={state.entry} />
        </DetailsSection>
      )}
      {state.exit.length > 0 && (
        <DetailsSection title="On exit">
          <NameList names={state.exit} />
        </DetailsSection>
      )}
      <DetailsSection title="Ways out">
        {state.outgoing.length > 0 ? (
          <Transitions graph={graph} list={state.outgoing} direction="out" />
        ) : (
          <p className={classes.none}>{state.kind === 'final' ? 'None: the flow ends here.' : 'None of its own.'}</p>
        )}
      </DetailsSection>
      {inherited.length > 0 && (
        <DetailsSection title="Ways out of what holds it">
          <Transitions graph={graph} list={inherited} direction="of a holder" />
        </DetailsSection>
      )}
      <DetailsSection title="Ways in">
        {state.isInitial && <p className={classes.none}>What holds it starts here.</p>}
        {incoming.length > 0 && <Transitions graph={graph} list={incoming} direction="in" />}
        {incoming.length === 0 && !state.isInitial && (
          <p className={classes.none}>{state.isRegion ? 'Together with its neighbours.' : 'By the states in it.'}</p>
        )}
      </DetailsSection>
      <Requirements ids={state.requirements} />
    </>
  )
}

function TransitionDetails({ graph, transition }: { graph: Graph; transition: Transition }) {
  const condition = conditionOf(transition)
  const { kind, subject, text: words } = transition.cause
  return (
    <>
      <p className={classes.overline}>transition</p>
      <h2 className={classes.title}>{words}</h2>
      {transition.description !== undefined && <p className={classes.description}>{transition.description}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>From</dt>
          <dd>
            <StateLink graph={graph} path={transition.source} />
          </dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            {transition.targets.length === 0
              ? 'stays where it is'
              : transition.targets.map((target) => <StateLink key={target} graph={graph} path={target} />)}
          </dd>
        </div>
        {condition !== '' && (
          <div>
            <dt>Guard</dt>
            <dd>{transition.guard === undefined ? 'otherwise' : <code>{transition.guard}</code>}</dd>
          </div>
        )}
        {kind === 'after' && (
          <div>
            <dt>Delay</dt>
            <dd>
              <code>{subject}</code>
            </dd>
          </div>
        )}
        {(kind === 'done' || kind === 'error' || kind === 'snapshot') && (
          <div>
            <dt>Actor</dt>
            <dd>
              <code>{subject}</code>
            </dd>
          </div>
        )}
      </dl>
      {transition.actions.length > 0 && (
        <DetailsSection title="Does">
          <NameList names={transition.actions} />
        </DetailsSection>
      )}
      <Requirements ids={transition.requirements} />
    </>
  )
}

const LEGEND: readonly [Cause['kind'], string][] = [
  ['event', 'somebody or something sends an event'],
  ['done', 'an actor answers'],
  ['error', 'an actor fails'],
  ['snapshot', 'an actor tells news'],
  ['after', 'a time has passed'],
  ['always', 'at once, as soon as its guard holds'],
  ['ended', 'the states within have come to their end'],
]

/** The signs that this machine's chart has, in words. */
function Legend({ graph }: { graph: Graph }) {
  const used = new Set([...graph.transitions.values()].map(({ cause }) => cause.kind))
  return (
    <DetailsSection title="How to read it">
      <ul className={classes.legend}>
        {LEGEND.filter(([kind]) => used.has(kind)).map(([kind, words]) => (
          <li key={kind}>
            <svg className="chart" width="14" height="14" viewBox="-1 -1 14 14" aria-hidden="true">
              <CauseIcon kind={kind} />
            </svg>
            {words}
          </li>
        ))}
      </ul>
      <p className={classes.none}>
        A dot is where it starts, a double frame where it ends. A ring means: from whichever state of the box. Dashed
        boxes are entered together.
      </p>
    </DetailsSection>
  )
}

const KEYS: readonly [string, string][] = [
  ['+ −', 'nearer, farther, in the chart'],
  ['0', 'the whole chart'],
  ['Arrows', 'move the chart'],
  ['Esc', 'let go of what is chosen'],
  ['/', 'search'],
]

function Keys() {
  return (
    <DetailsSection title="Keys">
      <dl className={classes.keys}>
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </DetailsSection>
  )
}

function MachineDetails({ graph }: { graph: Graph }) {
  const events = [...graph.transitions.values()].filter(({ cause }) => cause.kind === 'event')
  const names = [...new Set(events.map(({ cause }) => cause.text))].sort()
  const served = [
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
        <DetailsSection title="Listens to">
          <NameList names={names} />
        </DetailsSection>
      )}
      <Requirements ids={served} />
      <Legend graph={graph} />
      <Keys />
    </>
  )
}

export function Details({ entry, graph, selected, scheme }: Props) {
  const state = selected?.kind === 'state' && selected.path !== ROOT ? graph.states.get(selected.path) : undefined
  const transition = selected?.kind === 'transition' ? graph.transitions.get(selected.key) : undefined
  return (
    <div className={classes.details}>
      {state ? (
        <StateDetails graph={graph} state={state} scheme={scheme} />
      ) : transition ? (
        <TransitionDetails graph={graph} transition={transition} />
      ) : (
        <MachineDetails graph={graph} />
      )}
      <Paths machine={entry.name} selected={selected} />
    </div>
  )
}
