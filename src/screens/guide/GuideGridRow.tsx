import { memo } from 'react'
import { Link } from 'react-router-dom'
import { type GuideDay, type GuideRow, type OpenedShows } from '../../../machines/guide.setup.ts'
import { type ReminderKey } from '../../../machines/reminders.ts'
import { paths } from '../../app/paths.ts'
import { ChannelMark } from '../../ui/channel/ChannelMark.tsx'
import classes from './GuideGrid.module.css'
import { minute, type Cell, type GridFocus } from './guideRules.ts'
import { spanText } from './guideTimes.ts'
import { gapText } from './guideView.ts'

type RowProps = {
  row: GuideRow
  index: number
  /** Distance from the first row, in px. */
  top: number
  cells: readonly Cell[]
  /** The part of the day whose cells are in the document. */
  from: number
  to: number
  /** The mark at the start of the visible part. */
  visibleFrom: number
  day: GuideDay
  /** Distance of the start of the day from the start of the row, and the width of a minute, in px. */
  dayStart: number
  pxPerMinute: number
  now: number
  locale: string
  /** The cell with the focus, -1 for the channel; undefined in every other row. */
  focusCell: number | undefined
  hasReminder: (key: ReminderKey) => boolean
  onOpen: (shows: OpenedShows) => void
  onFocusCell: (focus: GridFocus) => void
}

/** One channel of the grid. A scroll that shows the same part of the day does not render it again. */
export const GuideGridRow = memo(function GuideGridRow(props: RowProps) {
  const { row, index, top, cells, from, to, visibleFrom, day, dayStart, pxPerMinute, now, locale } = props
  const { focusCell, hasReminder, onOpen, onFocusCell } = props
  return (
    <div role="row" aria-rowindex={index + 2} className={classes.row} style={{ top }}>
      <div role="rowheader" aria-colindex={1} className={classes.channel}>
        <Link
          to={paths.video(row.slug)}
          tabIndex={focusCell === -1 ? 0 : -1}
          className={classes.link}
          onFocus={() => onFocusCell({ row: index, cell: -1, at: now })}
        >
          <ChannelMark channel={row} />
          <span className={classes.name}>{row.name}</span>
        </Link>
      </div>
      {cells.map((cell, at) => {
        // The cell with the focus stays in the document, or the focus would be lost.
        if ((cell.to <= from || cell.from >= to) && focusCell !== at) return null
        const [show] = cell.shows
        return (
          <GridCell
            key={cell.from}
            row={row}
            cell={cell}
            index={index}
            at={at}
            startMinute={(cell.from - day.from) / minute}
            dayStart={dayStart}
            pxPerMinute={pxPerMinute}
            time={cell.from <= now && now < cell.to ? 'now' : cell.to <= now ? 'past' : 'later'}
            isWholeDay={cell.from <= day.from && cell.to >= day.to}
            isCut={cell.from < visibleFrom + 30 * minute && cell.to > visibleFrom}
            isReminded={
              show !== undefined && cell.shows.length === 1 && hasReminder({ slug: row.slug, startsAt: show.startsAt })
            }
            isFocused={focusCell === at}
            locale={locale}
            onOpen={onOpen}
            onFocusCell={onFocusCell}
          />
        )
      })}
    </div>
  )
})

type CellProps = Pick<RowProps, 'row' | 'index' | 'dayStart' | 'pxPerMinute' | 'locale' | 'onOpen' | 'onFocusCell'> & {
  cell: Cell
  /** Its index in the row. */
  at: number
  startMinute: number
  time: 'past' | 'now' | 'later'
  isWholeDay: boolean
  /** It begins before the visible part, or will after a short scroll. Only its title sticks, because each costs a layer. */
  isCut: boolean
  isReminded: boolean
  isFocused: boolean
}

/** A show, several short ones, or a time without one. A scroll renders only the cells that come into the document. */
const GridCell = memo(function GridCell(props: CellProps) {
  const { row, cell, index, at, startMinute, dayStart, pxPerMinute, time, isWholeDay, isCut, isReminded } = props
  const { isFocused, locale, onOpen, onFocusCell } = props
  const { shows } = cell
  const [show] = shows
  const isNow = time === 'now'
  const minutes = (cell.to - cell.from) / minute
  const isShort = minutes < 30
  const title = shows.length > 1 ? `${shows.length} short shows` : (show?.title ?? gapText(row, isWholeDay, isNow))
  const times = show ? spanText({ startsAt: show.startsAt, endsAt: shows.at(-1)?.endsAt ?? cell.to }, locale) : ''
  const open = show ? () => onOpen({ slug: row.slug, shows }) : undefined
  return (
    <div
      role="gridcell"
      aria-colindex={Math.round(startMinute) + 2}
      aria-colspan={Math.max(1, Math.round(minutes))}
      tabIndex={isFocused ? 0 : -1}
      className={classes.cell}
      style={{ insetInlineStart: dayStart + startMinute * pxPerMinute + 2, width: minutes * pxPerMinute - 4 }}
      data-kind={show ? time : 'gap'}
      data-short={isShort || undefined}
      data-cut={isCut || undefined}
      data-reminded={isReminded || undefined}
      aria-label={[title, times, isNow && show ? 'on now' : '', isReminded ? 'reminder set' : '']
        .filter(Boolean)
        .join(', ')}
      onFocus={() => onFocusCell({ row: index, cell: at, at: cell.from })}
      onClick={open}
      onKeyDown={(event) => {
        if (!open || (event.key !== 'Enter' && event.key !== ' ')) return
        event.preventDefault()
        open()
      }}
    >
      {isShort ? (
        title
      ) : (
        <span className={classes.text} dir="auto">
          {title}
          {minutes < 45 || !show ? null : <small>{times}</small>}
        </span>
      )}
    </div>
  )
})
