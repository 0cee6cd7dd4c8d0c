/** The statechart as SVG. The outline beside it has the same content as text. */
import { memo, useState, type MouseEvent, type ReactNode } from 'react'
import { type Selected } from './hashRoute.ts'
import './chart.css'
import { BoxContent, BoxGroup, isCompound, StateBox } from './StateBox.tsx'
import { classNames, RowContent, TransitionRow } from './TransitionRow.tsx'
import { hoverHandlers, type ChartProps, type Hovered } from './chartProps.ts'
import { arrowheadPath, linePath, nearestLine } from './edgePath.ts'
import { type Edge } from './graph.ts'
import { START_SIZE, type EdgeLine } from './chartLayout.ts'

/** The label of a line at a readable size, when the chart is zoomed out. */
function LineTooltip({ label, selected }: { label: NonNullable<EdgeLine['label']>; selected: Selected | undefined }) {
  return (
    <g className="tooltip" transform={`translate(${label.x + label.width / 2} ${label.y + label.height / 2})`}>
      <g className="tooltip-body">
        <g transform={`translate(${-label.width / 2} ${-label.height - 10})`}>
          <rect className="label-background" width={label.width} height={label.height} rx={6} />
          {label.rows.map((row) => {
            const { key, cause } = row.transition
            const isSelected = selected?.kind === 'transition' && selected.key === key
            return (
              <g key={key} className={classNames('tooltip-row', isSelected && 'is-selected')}>
                <RowContent row={row} kind={cause.kind} />
              </g>
            )
          })}
        </g>
      </g>
    </g>
  )
}

function Chart({ layout, selected, live, screenshotsOf, onSelect }: ChartProps): ReactNode {
  const [hovered, setHovered] = useState<Hovered | undefined>(undefined)
  const rest = { selected, live, screenshotsOf, onSelect }
  const isChosen = ({ transitions }: Edge): boolean =>
    selected?.kind === 'transition' && transitions.some(({ key }) => key === selected.key)
  const isHovered = ({ id }: Edge): boolean => hovered?.kind === 'edge' && hovered.id === id
  const isConnected = ({ source, target }: Edge, at: Selected | Hovered | undefined): boolean =>
    at?.kind === 'state' && (source === at.path || target === at.path)
  const isHighlighted = (edge: Edge): boolean =>
    isChosen(edge) || isHovered(edge) || isConnected(edge, selected) || isConnected(edge, hovered)
  /** The nearest edge: lines overlap when the chart is zoomed out. */
  const edgeUnder = (event: MouseEvent<SVGPathElement>): Edge | undefined => {
    const matrix = event.currentTarget.getScreenCTM()
    return matrix
      ? nearestLine(layout.edgeLines, new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()))
          ?.edge
      : undefined
  }
  const labeledLines = layout.edgeLines.filter(({ edge }) => isChosen(edge) || isHovered(edge))
  const ends = new Set(labeledLines.flatMap(({ edge }) => [edge.source, edge.target]))
  const state = selected?.kind === 'state' ? layout.graph.states.get(selected.path) : undefined
  // A selected compound state dims no lines, because its lines include those of its children.
  const isDimmed = selected !== undefined && live === undefined && (state === undefined || state.children.length === 0)
  // Hovering does not reorder: moving the line in the DOM would fire pointerleave and pointerenter.
  const weight = ({ edge }: EdgeLine): number => Number(isChosen(edge) || isConnected(edge, selected))
  const linesByWeight = [...layout.edgeLines].sort((a, b) => weight(a) - weight(b))
  return (
    <>
      {layout.boxes.map((box) => (
        <StateBox key={box.state.path} box={box} isEnd={ends.has(box.state.path)} onHover={setHovered} {...rest} />
      ))}
      {layout.starts.map(({ x, y, state: path, points }) => (
        <g key={path} className="start">
          <circle className="start-dot" cx={x + START_SIZE / 2} cy={y + START_SIZE / 2} r={START_SIZE / 2} />
          <path className="edge-line" d={linePath(points)} />
          <path className="edge-head" d={arrowheadPath(points)} />
        </g>
      ))}
      {layout.rings.map(({ x, y, state: path }) => (
        <circle key={path} className="ring" cx={x + START_SIZE / 2} cy={y + START_SIZE / 2} r={START_SIZE / 2 - 1} />
      ))}
      {linesByWeight.map(({ edge, points, label }) => {
        const highlighted = isHighlighted(edge)
        const taken = edge.transitions.some(({ key }) => live?.taken.has(key))
        return (
          <g
            key={edge.id}
            data-edge={edge.id}
            className={classNames(
              'edge',
              highlighted && 'is-highlighted',
              isDimmed && !highlighted && 'is-dimmed',
              taken && 'is-taken',
              edge.transitions.some(({ key }) => live?.possible.has(key)) && 'is-possible',
            )}
          >
            <path className="edge-line" d={linePath(points)} />
            <path className="edge-head" d={arrowheadPath(points)} />
            <path
              className="edge-touch"
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
                <rect className="label-background" width={label.width} height={label.height} rx={6} />
                {label.rows.map((row) => (
                  <TransitionRow key={row.transition.key} row={row} {...rest} />
                ))}
              </g>
            )}
          </g>
        )
      })}
      {layout.boxes.filter(isCompound).map((box) => (
        // Above the lines, which cross the head of a box.
        <BoxGroup key={box.state.path} box={box} kind="head" isEnd={false} onHover={setHovered} {...rest}>
          <BoxContent box={box} {...rest} />
        </BoxGroup>
      ))}
      {labeledLines.map(({ edge, label }) => label && <LineTooltip key={edge.id} label={label} selected={selected} />)}
    </>
  )
}

const MemoizedChart = memo(Chart)
export { MemoizedChart as Chart }
