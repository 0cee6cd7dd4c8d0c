import { CauseIcon } from './CauseIcon.tsx'
import { type ChartProps } from './chartProps.ts'
import { type Cause } from './graph.ts'
import { type PlacedText, type Row } from './chartLayout.ts'

export const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

export const TextLine = ({
  placed: { text, style, isQuiet, x, y },
  className,
}: {
  placed: PlacedText
  className?: string
}) => (
  <text x={x} y={y} className={classNames(`text-${style}`, isQuiet && 'is-quiet', className)}>
    {text}
  </text>
)

export const RowContent = ({ row, kind }: { row: Row; kind: Cause['kind'] }) => (
  <>
    <rect className="row-background" x={row.x - 4} y={row.y} width={row.width + 8} height={row.height} rx={4} />
    <CauseIcon kind={kind} x={row.icon.x} y={row.icon.y} />
    {row.texts.map((placed) => (
      <TextLine key={`${placed.x} ${placed.y}`} placed={placed} />
    ))}
  </>
)

export function TransitionRow({
  row,
  selected,
  live,
  onSelect,
}: { row: Row } & Omit<ChartProps, 'layout' | 'screenshotsOf'>) {
  const { key, cause } = row.transition
  const isSelected = selected?.kind === 'transition' && selected.key === key
  return (
    <g
      className={classNames(
        'row',
        isSelected && 'is-selected',
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
