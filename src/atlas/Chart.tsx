/** The picture of a machine, as SVG. What it says in lines and boxes, the list beside it says in words. */
import { memo, type ReactNode } from 'react'
import { START, type Box, type Picture, type Row, type Words } from './arrange.ts'
import { type Selected } from './address.ts'
import './chart.css'
import { CauseSign } from './CauseSign.tsx'
import { ROOT } from './graph.ts'
import { headPath, linePath } from './wire.ts'

/** A machine that is played: where it is, what may happen, what has just happened. */
export type Live = {
  readonly current: ReadonlySet<string>
  /** The innermost of them that are new. */
  readonly arrived: ReadonlySet<string>
  readonly possible: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
}

type Props = {
  readonly picture: Picture
  readonly selected: Selected | undefined
  readonly live: Live | undefined
  readonly onSelect: (selected: Selected) => void
}

const named = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

const Line = ({ words: { text, face, quiet, x, y }, className }: { words: Words; className?: string }) => (
  <text x={x} y={y} className={named(`face-${face}`, quiet && 'is-quiet', className)}>
    {text}
  </text>
)

function RowOf({ row, selected, live, onSelect }: { row: Row } & Omit<Props, 'picture'>) {
  const { key, cause } = row.transition
  const chosen = selected?.kind === 'transition' && selected.key === key
  return (
    <g
      className={named(
        'row',
        chosen && 'is-selected',
        live?.possible.has(key) && 'is-possible',
        live?.taken.has(key) && 'is-taken',
      )}
      data-transition={key}
      onClick={(event) => {
        event.stopPropagation()
        onSelect({ kind: 'transition', key })
      }}
    >
      <rect className="row-ground" x={row.x - 4} y={row.y} width={row.width + 8} height={row.height} rx={4} />
      <CauseSign kind={cause.kind} x={row.icon.x} y={row.icon.y} />
      {row.words.map((words) => (
        <Line key={`${words.x} ${words.y}`} words={words} />
      ))}
    </g>
  )
}

const isHolder = ({ state }: Box): boolean => state.children.length > 0

type Part = { readonly box: Box } & Omit<Props, 'picture'>

/** A group at the place of a box that selects its state. */
function AtBox({ box, kind, children, selected, live, onSelect }: Part & { kind: string; children: ReactNode }) {
  const { state, depth } = box
  return (
    <g
      transform={`translate(${box.x} ${box.y})`}
      className={named(
        kind,
        isHolder(box) && 'is-holder',
        state.path === ROOT && 'is-root',
        state.isRegion && 'is-region',
        depth % 2 === 0 && 'is-odd',
        selected?.kind === 'state' && selected.path === state.path && 'is-selected',
        live?.current.has(state.path) && 'is-current',
      )}
      data-state={state.path}
      onClick={(event) => {
        event.stopPropagation()
        onSelect({ kind: 'state', path: state.path })
      }}
    >
      {children}
    </g>
  )
}

function Inside(part: Part) {
  const { box, selected, live, onSelect } = part
  const { content } = box
  const [name, ...rest] = content.words
  const width = isHolder(box) ? content.width : box.width
  return (
    <>
      {name && <Line words={name} className="box-name" />}
      {rest.map((words) => (
        <Line key={`${words.x} ${words.y}`} words={words} />
      ))}
      {content.chips.map(({ text, x, y, width: wide, height: high }) => (
        <g key={text}>
          <rect className="chip" x={x} y={y} width={wide} height={high} rx={high / 2} />
          <text x={x + 7} y={y + 12.8} className="face-row is-quiet">
            {text}
          </text>
        </g>
      ))}
      {content.rules.map((y) => (
        <line key={y} className="rule" x1={14} x2={width - 14} y1={y} y2={y} />
      ))}
      {content.rows.map((row) => (
        <RowOf key={row.transition.key} row={row} selected={selected} live={live} onSelect={onSelect} />
      ))}
      <text className="sign" x={box.sign.x} y={box.sign.y} fontSize={box.sign.size}>
        {box.state.name}
      </text>
    </>
  )
}

function BoxOf(part: Part) {
  const { box } = part
  const { width, height } = box
  return (
    <AtBox {...part} kind="box">
      <rect className="box-shape" width={width} height={height} rx={10} />
      {box.state.kind === 'final' && (
        <rect className="box-inner" x={4} y={4} width={width - 8} height={height - 8} rx={7} />
      )}
      {!isHolder(box) && <Inside {...part} />}
    </AtBox>
  )
}

function Chart({ picture, selected, live, onSelect }: Props): ReactNode {
  const rest = { selected, live, onSelect }
  const isNear = (edge: Picture['wires'][number]['edge']): boolean =>
    selected?.kind === 'state'
      ? edge.source === selected.path || edge.target === selected.path
      : edge.transitions.some(({ key }) => key === selected?.key)
  const state = selected?.kind === 'state' ? picture.graph.states.get(selected.path) : undefined
  // What is in a box that holds others is no stranger to it.
  const dims = selected !== undefined && live === undefined && (state === undefined || state.children.length === 0)
  const inOrderOfWeight = [...picture.wires].sort((a, b) => Number(isNear(a.edge)) - Number(isNear(b.edge)))
  return (
    <>
      {picture.boxes.map((box) => (
        <BoxOf key={box.state.path} box={box} {...rest} />
      ))}
      {picture.starts.map(({ x, y, state: path, points }) => (
        <g key={path} className="start">
          <circle className="start-dot" cx={x + START / 2} cy={y + START / 2} r={START / 2} />
          <path className="wire-line" d={linePath(points)} />
          <path className="wire-head" d={headPath(points)} />
        </g>
      ))}
      {picture.rings.map(({ x, y, state: path }) => (
        <circle key={path} className="ring" cx={x + START / 2} cy={y + START / 2} r={START / 2 - 1} />
      ))}
      {inOrderOfWeight.map(({ edge, points, label }) => {
        const near = isNear(edge)
        const taken = edge.transitions.some(({ key }) => live?.taken.has(key))
        const first = edge.transitions[0]
        return (
          <g
            key={edge.id}
            data-edge={edge.id}
            className={named(
              'wire',
              near && 'is-near',
              dims && !near && 'is-far',
              taken && 'is-taken',
              edge.transitions.some(({ key }) => live?.possible.has(key)) && 'is-possible',
            )}
          >
            <path className="wire-line" d={linePath(points)} />
            <path className="wire-head" d={headPath(points)} />
            <path
              className="wire-touch"
              d={linePath(points)}
              onClick={(event) => {
                event.stopPropagation()
                if (first) onSelect({ kind: 'transition', key: first.key })
              }}
            />
            {label && (
              <g className="label" transform={`translate(${label.x} ${label.y})`}>
                <rect className="label-ground" width={label.width} height={label.height} rx={6} />
                {label.rows.map((row) => (
                  <RowOf key={row.transition.key} row={row} {...rest} />
                ))}
              </g>
            )}
          </g>
        )
      })}
      {picture.boxes.filter(isHolder).map((box) => (
        // Over the lines: they lead through the head of a box to the states in it.
        <AtBox key={box.state.path} box={box} kind="head" {...rest}>
          <Inside box={box} {...rest} />
        </AtBox>
      ))}
    </>
  )
}

const Remembered = memo(Chart)
export { Remembered as Chart }
