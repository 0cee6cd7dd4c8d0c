import { memo, type CSSProperties } from 'react'
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
  top: number
  cells: readonly Cell[]
  /** The part of the day whose cells are in the document. */
  from: number
  to: number
  day: GuideDay
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
  const { row, index, top, cells, from, to, day, now, locale, focusCell, hasReminder, onOpen, onFocusCell } = props
  return (
    <div role="row" aria-rowindex={index + 2} className={classes.row} style={{ transform: `translateY(${top}px)` }}>
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
        const { shows } = cell
        const [show] = shows
        const isNow = cell.from <= now && now < cell.to
        const minutes = (cell.to - cell.from) / minute
        const start = (cell.from - day.from) / minute
        const title =
          shows.length > 1
            ? `${shows.length} short shows`
            : (show?.title ?? gapText(row, minutes >= (day.to - day.from) / minute, isNow))
        const times = show ? spanText({ startsAt: show.startsAt, endsAt: shows.at(-1)?.endsAt ?? cell.to }, locale) : ''
        const isReminded =
          show !== undefined && shows.length === 1 && hasReminder({ slug: row.slug, startsAt: show.startsAt })
        const open = show ? () => onOpen({ slug: row.slug, shows }) : undefined
        return (
          <div
            key={cell.from}
            role="gridcell"
            aria-colindex={Math.round(start) + 2}
            aria-colspan={Math.max(1, Math.round(minutes))}
            tabIndex={focusCell === at ? 0 : -1}
            className={classes.cell}
            style={{ '--start': start, '--length': minutes } as CSSProperties}
            data-kind={show ? (isNow ? 'now' : cell.to <= now ? 'past' : 'later') : 'gap'}
            data-reminded={isReminded || undefined}
            aria-label={[title, times, isNow && show ? 'on now' : '', isReminded ? 'reminder set' : '']
              .filter(Boolean)
              .join(', ')}
            onFocus={() => onFocusCell({ row: index, cell: at, at: Math.max(cell.from, from) })}
            onClick={open}
            onKeyDown={(event) => {
              if (!open || (event.key !== 'Enter' && event.key !== ' ')) return
              event.preventDefault()
              open()
            }}
          >
            {minutes < 30 ? (
              title
            ) : (
              <span className={classes.text} dir="auto">
                {title}
                {minutes < 45 || !show ? null : <small>{times}</small>}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
})
