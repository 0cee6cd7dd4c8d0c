/** The details of the selected state or transition, or of the whole machine. */
import { use } from 'react'
import { type Scheme } from '../../src/ui/ThemeProvider.tsx'
import { hashOf, type Selected } from './hashRoute.ts'
import classes from './Details.module.css'
import { DetailsSection, NameList, Requirements } from './DetailsSection.tsx'
import { MachineDetails } from './MachineDetails.tsx'
import { loadGalleryIndex, screenshotsOf } from './gallery.ts'
import { conditionOf, selfAndAncestors, ROOT, type Graph, type State, type Transition } from './graph.ts'
import { type MachineEntry } from './input.ts'
import { Paths } from './Paths.tsx'
import { causeText, kindTexts, relativeName, stateName, transitionText } from './chartText.ts'

type Props = {
  readonly entry: MachineEntry
  readonly graph: Graph
  readonly selected: Selected | undefined
  readonly scheme: Scheme
}

type StateLinkProps = { readonly graph: Graph; readonly path: string; readonly name?: string | undefined }

const StateLink = ({ graph, path, name = stateName(graph, path) }: StateLinkProps) => (
  <a href={hashOf({ machine: graph.name, selected: path === ROOT ? undefined : { kind: 'state', path } })}>{name}</a>
)

type TransitionsProps = {
  readonly graph: Graph
  readonly list: readonly Transition[]
  readonly direction: 'outgoing' | 'incoming' | 'inherited'
}

function Transitions({ graph, list, direction }: TransitionsProps) {
  return (
    <ul className={classes.rows}>
      {list.map((transition) => (
        <li key={transition.key}>
          <a
            className={classes.row}
            href={hashOf({ machine: graph.name, selected: { kind: 'transition', key: transition.key } })}
          >
            {direction === 'inherited' && (
              <span className={classes.from}>{stateName(graph, transition.source)} · </span>
            )}
            {direction === 'incoming' && (
              <span className={classes.from}>
                {relativeName(graph, transition.source, transition.targets[0] ?? '')} ·{' '}
              </span>
            )}
            {direction === 'incoming' ? causeText(transition) : transitionText(graph, transition)}
          </a>
        </li>
      ))}
    </ul>
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
  const ancestors = selfAndAncestors(graph, state.path).slice(1)
  const incoming = [...graph.transitions.values()].filter(
    ({ targets, source }) => targets.includes(state.path) && source !== state.path,
  )
  const inherited = ancestors.flatMap((path) => graph.states.get(path)?.outgoing ?? [])
  const kinds = kindTexts(state)
  return (
    <>
      <p className={classes.overline}>
        {[...ancestors].reverse().map((path) => (
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
        <DetailsSection title="Invokes">
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
      <DetailsSection title="Outgoing transitions">
        {state.outgoing.length > 0 ? (
          <Transitions graph={graph} list={state.outgoing} direction="outgoing" />
        ) : (
          <p className={classes.none}>{state.kind === 'final' ? 'None: this is a final state.' : 'None.'}</p>
        )}
      </DetailsSection>
      {inherited.length > 0 && (
        <DetailsSection title="Inherited transitions">
          <Transitions graph={graph} list={inherited} direction="inherited" />
        </DetailsSection>
      )}
      <DetailsSection title="Incoming transitions">
        {state.isInitial && <p className={classes.none}>The initial state of its parent.</p>}
        {incoming.length > 0 && <Transitions graph={graph} list={incoming} direction="incoming" />}
        {incoming.length === 0 && !state.isInitial && (
          <p className={classes.none}>
            {state.isRegion ? 'Entered with its parallel states.' : 'Entered through its child states.'}
          </p>
        )}
      </DetailsSection>
      <Requirements ids={state.requirements} />
    </>
  )
}

function TransitionDetails({ graph, transition }: { graph: Graph; transition: Transition }) {
  const condition = conditionOf(transition)
  const { kind, subject, text } = transition.cause
  return (
    <>
      <p className={classes.overline}>transition</p>
      <h2 className={classes.title}>{text}</h2>
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
              ? 'none (no state change)'
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
        <DetailsSection title="Actions">
          <NameList names={transition.actions} />
        </DetailsSection>
      )}
      <Requirements ids={transition.requirements} />
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
