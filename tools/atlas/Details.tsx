/** What there is to know of the selected state or transition, or of the whole machine. */
import { use, type ReactNode } from 'react'
import { type Scheme } from '../../src/ui/Provider.tsx'
import { addressOf, type Selected } from './address.ts'
import { CauseSign } from './CauseSign.tsx'
import classes from './Details.module.css'
import { galleryIndex, shotsOf } from './gallery.ts'
import { conditionOf, holders, ROOT, type Cause, type Graph, type State, type Transition } from './graph.ts'
import { type Entry } from './machines.ts'
import { Paths } from './Paths.tsx'
import { requirements } from './requirements.ts'
import { causeWords, graphWords, kindWords, nearName, stateName, transitionWords } from './words.ts'

type Props = {
  readonly entry: Entry
  readonly graph: Graph
  readonly selected: Selected | undefined
  readonly scheme: Scheme
}

function Part({ title, children }: { title: string; children: ReactNode }) {
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

function Names({ names }: { names: readonly string[] }) {
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
  readonly way: 'out' | 'in' | 'of a holder'
}

function Transitions({ graph, list, way }: TransitionsProps) {
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
              <span className={classes.from}>{nearName(graph, transition.source, transition.targets[0] ?? '')} · </span>
            )}
            {way === 'in' ? causeWords(transition) : transitionWords(graph, transition)}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Requirements({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Part title="Serves">
      <dl className={classes.requirements}>
        {ids.map((id) => (
          <div key={id}>
            <dt>
              <code>{id}</code>
            </dt>
            <dd>{requirements.get(id) ?? 'docs/requirements.md has no such line.'}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Screens({ machine, state, scheme }: { machine: string; state: State; scheme: Scheme }) {
  const shots = shotsOf(use(galleryIndex()), machine, state.path, scheme)
  if (shots.length === 0) return null
  return (
    <Part title="On the screen">
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
    </Part>
  )
}

function StateDetails({ graph, state, scheme }: { graph: Graph; state: State; scheme: Scheme }) {
  const above = holders(graph, state.path).slice(1)
  const incoming = [...graph.transitions.values()].filter(
    ({ targets, source }) => targets.includes(state.path) && source !== state.path,
  )
  const inherited = above.flatMap((path) => graph.states.get(path)?.outgoing ?? [])
  const kinds = kindWords(state)
  return (
    <>
      <p className={classes.over}>
        {[...above].reverse().map((path) => (
          <span key={path}>
            <StateLink graph={graph} path={path} name={graph.states.get(path)?.name} />
            {' › '}
          </span>
        ))}
        {kinds.length > 0 ? kinds.join(', ') : 'state'}
      </p>
      <h2 className={classes.title}>{state.name}</h2>
      {state.description !== undefined && <p className={classes.told}>{state.description}</p>}
      {state.tags.length > 0 && (
        <ul className={classes.tags} aria-label="Tags">
          {state.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <Screens machine={graph.name} state={state} scheme={scheme} />
      {state.invokes.length > 0 && (
        <Part title="Runs">
          <Names names={state.invokes.map(({ id, src }) => (id === src ? id : `${id} (${src})`))} />
        </Part>
      )}
      {state.entry.length > 0 && (
        <Part title="On entry">
          <Names names={state.entry} />
        </Part>
      )}
      {state.exit.length > 0 && (
        <Part title="On exit">
          <Names names={state.exit} />
        </Part>
      )}
      <Part title="Ways out">
        {state.outgoing.length > 0 ? (
          <Transitions graph={graph} list={state.outgoing} way="out" />
        ) : (
          <p className={classes.none}>{state.kind === 'final' ? 'None: the flow ends here.' : 'None of its own.'}</p>
        )}
      </Part>
      {inherited.length > 0 && (
        <Part title="Ways out of what holds it">
          <Transitions graph={graph} list={inherited} way="of a holder" />
        </Part>
      )}
      <Part title="Ways in">
        {state.isInitial && <p className={classes.none}>What holds it starts here.</p>}
        {incoming.length > 0 && <Transitions graph={graph} list={incoming} way="in" />}
        {incoming.length === 0 && !state.isInitial && (
          <p className={classes.none}>{state.isRegion ? 'Together with its neighbours.' : 'By the states in it.'}</p>
        )}
      </Part>
      <Requirements ids={state.requirements} />
    </>
  )
}

function TransitionDetails({ graph, transition }: { graph: Graph; transition: Transition }) {
  const condition = conditionOf(transition)
  const { kind, subject, words } = transition.cause
  return (
    <>
      <p className={classes.over}>transition</p>
      <h2 className={classes.title}>{words}</h2>
      {transition.description !== undefined && <p className={classes.told}>{transition.description}</p>}
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
        <Part title="Does">
          <Names names={transition.actions} />
        </Part>
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
    <Part title="How to read it">
      <ul className={classes.legend}>
        {LEGEND.filter(([kind]) => used.has(kind)).map(([kind, words]) => (
          <li key={kind}>
            <svg className="chart" width="14" height="14" viewBox="-1 -1 14 14" aria-hidden="true">
              <CauseSign kind={kind} />
            </svg>
            {words}
          </li>
        ))}
      </ul>
      <p className={classes.none}>
        A dot is where it starts, a double frame where it ends. A ring means: from whichever state of the box. Dashed
        boxes are entered together.
      </p>
    </Part>
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
    <Part title="Keys">
      <dl className={classes.keys}>
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function MachineDetails({ graph }: { graph: Graph }) {
  const events = [...graph.transitions.values()].filter(({ cause }) => cause.kind === 'event')
  const names = [...new Set(events.map(({ cause }) => cause.words))].sort()
  const served = [
    ...new Set([
      ...[...graph.states.values()].flatMap((state) => state.requirements),
      ...[...graph.transitions.values()].flatMap((transition) => transition.requirements),
    ]),
  ]
  return (
    <>
      <p className={classes.over}>machine</p>
      <h2 className={classes.title}>{graphWords(graph)}</h2>
      {names.length > 0 && (
        <Part title="Listens to">
          <Names names={names} />
        </Part>
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
