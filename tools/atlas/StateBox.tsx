import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames, TextLine, TransitionRow } from './TransitionRow.tsx'
import { hoverHandlers, type ChartProps, type Hovered } from './chartProps.ts'
import { ROOT } from './graph.ts'
import { SCREEN_SIZE, type Box } from './chartLayout.ts'

type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A screenshot that loads when it scrolls into view or is printed. */
function Screen({ address, frame }: { address: string; frame: Frame }) {
  const ref = useRef<SVGRectElement>(null)
  const [isSeen, setSeen] = useState(false)

  useEffect(() => {
    if (isSeen || !ref.current) return undefined
    const markSeen = () => setSeen(true)
    const observer = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) markSeen()
    })
    observer.observe(ref.current)
    addEventListener('beforeprint', markSeen)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', markSeen)
    }
  }, [isSeen])

  return (
    <>
      <image
        {...frame}
        href={isSeen ? address : undefined}
        data-address={address}
        preserveAspectRatio="xMidYMin slice"
      />
      <rect ref={ref} className="screen-frame" {...frame} />
    </>
  )
}

/** The screenshots of a state, the wide one on the left. */
function Screens({ box: { content, state }, screenshotsOf }: { box: Box } & Pick<ChartProps, 'screenshotsOf'>) {
  if (!content.screen) return null
  const { x, y } = content.screen
  const { height } = SCREEN_SIZE
  return screenshotsOf(state.path).map(({ address, width }) => {
    const isNarrow = width < 700
    const frame = isNarrow
      ? { x: x + SCREEN_SIZE.wide + SCREEN_SIZE.gap, y, width: SCREEN_SIZE.narrow, height }
      : { x, y, width: SCREEN_SIZE.wide, height }
    return <Screen key={width} address={address} frame={frame} />
  })
}

export const isCompound = ({ state }: Box): boolean => state.children.length > 0

type BoxProps = {
  readonly box: Box
  /** Whether a selected or hovered line starts or ends here. */
  readonly isEnd: boolean
  readonly onHover: (hovered: Hovered | undefined) => void
} & Omit<ChartProps, 'layout'>

/** A group at the position of a box. A click selects its state. */
export function BoxGroup(props: Omit<BoxProps, 'screenshotsOf'> & { kind: string; children: ReactNode }) {
  const { box, kind, isEnd, children, selected, live, onSelect, onHover } = props
  const { state, depth } = box
  return (
    <g
      {...hoverHandlers(onHover, { kind: 'state', path: state.path })}
      transform={`translate(${box.x} ${box.y})`}
      className={classNames(
        kind,
        isCompound(box) && 'is-compound',
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

export function BoxContent(props: Omit<BoxProps, 'isEnd' | 'onHover'>) {
  const { box, selected, live, screenshotsOf, onSelect } = props
  const { content } = box
  const [name, ...rest] = content.texts
  const width = isCompound(box) ? content.width : box.width
  return (
    <>
      {name && <TextLine placed={name} className="box-name" />}
      {rest.map((placed) => (
        <TextLine key={`${placed.x} ${placed.y}`} placed={placed} />
      ))}
      {content.chips.map(({ text, x, y, width: chipWidth, height: chipHeight }) => (
        <g key={text}>
          <rect className="chip" x={x} y={y} width={chipWidth} height={chipHeight} rx={chipHeight / 2} />
          <text x={x + 7} y={y + 12.8} className="text-row is-quiet">
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
      <Screens box={box} screenshotsOf={screenshotsOf} />
      <g className="distant-name" fontSize={box.distantName.size}>
        {box.distantName.lines.map(({ text, x, y }) => (
          <text key={y} x={x} y={y}>
            {text}
          </text>
        ))}
      </g>
    </>
  )
}

export function StateBox(props: BoxProps) {
  const { box } = props
  const { width, height } = box
  return (
    <BoxGroup {...props} kind="box">
      <rect className="box-shape" width={width} height={height} rx={10} />
      {box.state.kind === 'final' && (
        <rect className="box-inner" x={4} y={4} width={width - 8} height={height - 8} rx={7} />
      )}
      {!isCompound(box) && <BoxContent {...props} />}
    </BoxGroup>
  )
}
