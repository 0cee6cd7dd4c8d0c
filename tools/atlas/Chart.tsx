/** The picture of a machine, as SVG. What it says in lines and boxes, the list beside it says in words. */
import { memo, useEffect, useRef, useState, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { SCREEN_SIZE, START_SIZE, type Box, type Picture, type Row, type EdgeLine, type PlacedText } from './picture.ts'
import { type Selected } from './address.ts'
import './chart.css'
import { CauseIcon } from './CauseIcon.tsx'
import { type Screenshot } from './gallery.ts'
import { ROOT, type Cause, type Edge } from './graph.ts'
import { arrowheadPath, linePath, nearestLine } from './edgePath.ts'

/** A machine that is played: where it is, what may happen, what has just happened. */
export type Live = {
  readonly current: ReadonlySet<string>
  /** The innermost of them that are new. */
  readonly arrived: ReadonlySet<string>
  readonly possible: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
}

/** What the mouse is over: a state, or the line of an edge. */
type Hovered = { readonly kind: 'state'; readonly path: string } | { readonly kind: 'edge'; readonly id: string }

/** A finger points at nothing: it presses. */
const hoverHandlers = (point: (pointed: Hovered | undefined) => void, pointed: Hovered) => ({
  onPointerEnter: ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') point(pointed)
  },
  onPointerLeave: () => point(undefined),
})

type Props = {
  readonly picture: Picture
  readonly selected: Selected | undefined
  readonly live: Live | undefined
  /** The screens that states show, where the picture has room for them. */
  readonly shotsOf: (path: string) => readonly Screenshot[]
  readonly onSelect: (selected: Selected) => void
}

const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

const TextLine = ({
  placed: { text, style: face, isQuiet: quiet, x, y },
  className,
}: {
  placed: PlacedText
  className?: string
}) => (
  <text x={x} y={y} className={classNames(`face-${face}`, quiet && 'is-quiet', className)}>
    {text}
  </text>
)

const RowContent = ({ row, kind }: { row: Row; kind: Cause['kind'] }) => (
  <>
    <rect className="row-ground" x={row.x - 4} y={row.y} width={row.width + 8} height={row.height} rx={4} />
    <CauseIcon kind={kind} x={row.icon.x} y={row.icon.y} />
    {row.texts.map((words) => (
      <TextLine key={`${words.x} ${words.y}`} placed={words} />
    ))}
  </>
)

function TransitionRow({ row, selected, live, onSelect }: { row: Row } & Omit<Props, 'picture' | 'shotsOf'>) {
  const { key, cause } = row.transition
  const chosen = selected?.kind === 'transition' && selected.key === key
  return (
    <g
      className={classNames(
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
      <RowContent row={row} kind={cause.kind} />
    </g>
  )
}

type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A picture that is fetched when it first comes into view, or goes to the printer. */
function Screen({ address, place }: { address: string; place: Frame }) {
  const frame = useRef<SVGRectElement>(null)
  const [isSeen, setSeen] = useState(false)

  useEffect(() => {
    if (isSeen || !frame.current) return undefined
    const markSeen = () => setSeen(true)
    const observer = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) markSeen()
    })
    observer.observe(frame.current)
    addEventListener('beforeprint', markSeen)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', markSeen)
    }
  }, [isSeen])

  return (
    <>
      <image
        {...place}
        href={isSeen ? address : undefined}
        data-address={address}
        preserveAspectRatio="xMidYMin slice"
      />
      <rect ref={frame} className="screen-frame" {...place} />
    </>
  )
}

/** Wide and narrow beside each other, in the place that the box has for them. */
function Screens({ box: { content, state }, shotsOf }: { box: Box } & Pick<Props, 'shotsOf'>) {
  if (!content.screen) return null
  const { x, y } = content.screen
  const { height } = SCREEN_SIZE
  return shotsOf(state.path).map(({ address, width }) => {
    const isNarrow = width < 700
    const place = isNarrow
      ? { x: x + SCREEN_SIZE.wide + SCREEN_SIZE.gap, y, width: SCREEN_SIZE.narrow, height }
      : { x, y, width: SCREEN_SIZE.wide, height }
    return <Screen key={width} address={address} place={place} />
  })
}

const isCompound = ({ state }: Box): boolean => state.children.length > 0

type BoxProps = {
  readonly box: Box
  /** Whether a line that is chosen or pointed at begins or ends here. */
  readonly isEnd: boolean
  readonly onHover: (pointed: Hovered | undefined) => void
} & Omit<Props, 'picture'>

/** A group at the place of a box that selects its state. */
function BoxGroup(part: Omit<BoxProps, 'shotsOf'> & { kind: string; children: ReactNode }) {
  const { box, kind, isEnd, children, selected, live, onSelect, onHover: onPoint } = part
  const { state, depth } = box
  return (
    <g
      {...hoverHandlers(onPoint, { kind: 'state', path: state.path })}
      transform={`translate(${box.x} ${box.y})`}
      className={classNames(
        kind,
        isCompound(box) && 'is-holder',
        state.path === ROOT && 'is-root',
        state.isRegion && 'is-region',
        depth % 2 === 0 && 'is-odd',
        selected?.kind === 'state' && selected.path === state.path && 'is-selected',
        isEnd && 'is-end',
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

function BoxContent(part: Omit<BoxProps, 'isEnd' | 'onHover'>) {
  const { box, selected, live, shotsOf, onSelect } = part
  const { content } = box
  const [name, ...rest] = content.texts
  const width = isCompound(box) ? content.width : box.width
  return (
    <>
      {name && <TextLine placed={name} className="box-name" />}
      {rest.map((words) => (
        <TextLine key={`${words.x} ${words.y}`} placed={words} />
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
        <TransitionRow key={row.transition.key} row={row} selected={selected} live={live} onSelect={onSelect} />
      ))}
      <Screens box={box} shotsOf={shotsOf} />
      <g className="sign" fontSize={box.distantName.size}>
        {box.distantName.lines.map(({ text, x, y }) => (
          <text key={y} x={x} y={y}>
            {text}
          </text>
        ))}
      </g>
    </>
  )
}

function StateBox(part: BoxProps) {
  const { box } = part
  const { width, height } = box
  return (
    <BoxGroup {...part} kind="box">
      <rect className="box-shape" width={width} height={height} rx={10} />
      {box.state.kind === 'final' && (
        <rect className="box-inner" x={4} y={4} width={width - 8} height={height - 8} rx={7} />
      )}
      {!isCompound(box) && <BoxContent {...part} />}
    </BoxGroup>
  )
}

/** What stands at a line, above it and large enough to be read where the chart itself is too far away. */
function LineTooltip({ label, selected }: { label: NonNullable<EdgeLine['label']>; selected: Selected | undefined }) {
  return (
    <g className="told" transform={`translate(${label.x + label.width / 2} ${label.y + label.height / 2})`}>
      <g className="told-body">
        <g transform={`translate(${-label.width / 2} ${-label.height - 10})`}>
          <rect className="label-ground" width={label.width} height={label.height} rx={6} />
          {label.rows.map((row) => {
            const { key, cause } = row.transition
            const chosen = selected?.kind === 'transition' && selected.key === key
            return (
              <g key={key} className={classNames('told-row', chosen && 'is-selected')}>
                <RowContent row={row} kind={cause.kind} />
              </g>
            )
          })}
        </g>
      </g>
    </g>
  )
}

function Chart({ picture, selected, live, shotsOf, onSelect }: Props): ReactNode {
  const [hovered, setHovered] = useState<Hovered | undefined>(undefined)
  const rest = { selected, live, shotsOf, onSelect }
  const isChosen = ({ transitions }: Edge): boolean =>
    selected?.kind === 'transition' && transitions.some(({ key }) => key === selected.key)
  const isHovered = ({ id }: Edge): boolean => hovered?.kind === 'edge' && hovered.id === id
  const isConnected = ({ source, target }: Edge, at: Selected | Hovered | undefined): boolean =>
    at?.kind === 'state' && (source === at.path || target === at.path)
  const isHighlighted = (edge: Edge): boolean =>
    isChosen(edge) || isHovered(edge) || isConnected(edge, selected) || isConnected(edge, hovered)
  /** The edge whose line is nearest: from afar lines are closer to each other than a hand is steady. */
  const edgeUnder = (event: MouseEvent<SVGPathElement>): Edge | undefined => {
    const matrix = event.currentTarget.getScreenCTM()
    return matrix
      ? nearestLine(picture.edgeLines, new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()))
          ?.edge
      : undefined
  }
  const labelledLines = picture.edgeLines.filter(({ edge }) => isChosen(edge) || isHovered(edge))
  const ends = new Set(labelledLines.flatMap(({ edge }) => [edge.source, edge.target]))
  const state = selected?.kind === 'state' ? picture.graph.states.get(selected.path) : undefined
  // What is in a box that holds others is no stranger to it.
  const isDimmed = selected !== undefined && live === undefined && (state === undefined || state.children.length === 0)
  // Not what is pointed at: a line that moved in the page under the mouse would be left and entered again.
  const weight = ({ edge }: EdgeLine): number => Number(isChosen(edge) || isConnected(edge, selected))
  const inOrderOfWeight = [...picture.edgeLines].sort((a, b) => weight(a) - weight(b))
  return (
    <>
      {picture.boxes.map((box) => (
        <StateBox key={box.state.path} box={box} isEnd={ends.has(box.state.path)} onHover={setHovered} {...rest} />
      ))}
      {picture.starts.map(({ x, y, state: path, points }) => (
        <g key={path} className="start">
          <circle className="start-dot" cx={x + START_SIZE / 2} cy={y + START_SIZE / 2} r={START_SIZE / 2} />
          <path className="wire-line" d={linePath(points)} />
          <path className="wire-head" d={arrowheadPath(points)} />
        </g>
      ))}
      {picture.rings.map(({ x, y, state: path }) => (
        <circle key={path} className="ring" cx={x + START_SIZE / 2} cy={y + START_SIZE / 2} r={START_SIZE / 2 - 1} />
      ))}
      {inOrderOfWeight.map(({ edge, points, label }) => {
        const highlighted = isHighlighted(edge)
        const taken = edge.transitions.some(({ key }) => live?.taken.has(key))
        return (
          <g
            key={edge.id}
            data-edge={edge.id}
            className={classNames(
              'wire',
              highlighted && 'is-near',
              isDimmed && !highlighted && 'is-far',
              taken && 'is-taken',
              edge.transitions.some(({ key }) => live?.possible.has(key)) && 'is-possible',
            )}
          >
            <path className="wire-line" d={linePath(points)} />
            <path className="wire-head" d={arrowheadPath(points)} />
            <path
              className="wire-touch"
              d={linePath(points)}
              onPointerMove={(event) => {
                if (event.pointerType === 'mouse') setHovered({ kind: 'edge', id: (edgeUnder(event) ?? edge).id })
              }}
              onPointerLeave={() => setHovered(undefined)}
              onClick={(event) => {
                event.stopPropagation()
                const [first] = (edgeUnder(event) ?? edge).transitions
                if (first) onSelect({ kind: 'transition', key: first.key })
              }}
            />
            {label && (
              <g
                {...hoverHandlers(setHovered, { kind: 'edge', id: edge.id })}
                className="label"
                transform={`translate(${label.x} ${label.y})`}
              >
                <rect className="label-ground" width={label.width} height={label.height} rx={6} />
                {label.rows.map((row) => (
                  <TransitionRow key={row.transition.key} row={row} {...rest} />
                ))}
              </g>
            )}
          </g>
        )
      })}
      {picture.boxes.filter(isCompound).map((box) => (
        // Over the lines: they lead through the head of a box to the states in it.
        <BoxGroup key={box.state.path} box={box} kind="head" isEnd={false} onHover={setHovered} {...rest}>
          <BoxContent box={box} {...rest} />
        </BoxGroup>
      ))}
      {labelledLines.map(({ edge, label }) => label && <LineTooltip key={edge.id} label={label} selected={selected} />)}
    </>
  )
}

const MemoizedChart = memo(Chart)
export { MemoizedChart as Chart }
