import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type KeyboardEvent,
} from 'react'
import { type GuideDay } from '../../../machines/guide.setup.ts'
import { useNow } from '../../ui/channel/showTimes.ts'
import { isFocusUnused } from '../../ui/PageHeading.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { useElementVirtual, withIndex } from '../../ui/useVirtual.ts'
import classes from './GuideGrid.module.css'
import { GuideGridRow } from './GuideGridRow.tsx'
import { cellAt, cellsOf, isGridKey, marksOf, minute, moveFocus, type Cell, type GridFocus } from './guideRules.ts'
import { clockText } from './guideTimes.ts'
import { type GuideViewProps } from './guideView.ts'

/** Sizes in rem, as GuideGrid.module.css has them: a half hour, the column of channels, the ruler and a row. */
const size = { mark: 11, channel: 13, ruler: 2.5, row: 4.5 }
const minutesPerMark = 30
/** What is shown at the start of the visible part, so that `at` is near it: the half hour before. */
const startBefore = (at: number, day: GuideDay) =>
  day.from + Math.floor((at - day.from - 15 * minute) / (minutesPerMark * minute)) * minutesPerMark * minute

function subscribeToResize(onResize: () => void): () => void {
  window.addEventListener('resize', onResize)
  return () => window.removeEventListener('resize', onResize)
}

/** One rem in px. It changes with the width of the page. */
const useRem = () =>
  useSyncExternalStore(subscribeToResize, () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)

/** The grid of the guide. Only the rows and the cells near the visible part are in the document. */
export function GuideGrid(props: GuideViewProps) {
  const rem = useRem()
  return <Grid key={rem} rem={rem} {...props} />
}

function Grid({ rem, day, dayName, rows, channelLeft, locale, hasReminder, onOpen }: GuideViewProps & { rem: number }) {
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const cells = useMemo(() => rows.map(({ shows }) => cellsOf(shows, day)), [rows, day])
  const marks = useMemo(() => marksOf(day), [day])
  const [returnRow] = useState(() => rows.findIndex(({ slug }) => slug === channelLeft))
  const [focus, setFocus] = useState<GridFocus>(() => {
    const at = dayName === 'today' ? Date.now() : day.from
    const row = Math.max(0, returnRow)
    return { row, cell: cellAt(cells[row] ?? [], at), at }
  })
  const movesFocus = useRef(returnRow >= 0)
  // The filter may have removed the row, and a refresh the cell.
  const within = (target: GridFocus): GridFocus => {
    const row = Math.min(target.row, rows.length - 1)
    return { ...target, row, cell: Math.min(target.cell, (cells[row]?.length ?? 1) - 1) }
  }
  const { row, cell, at } = within(focus)

  const channelWidth = size.channel * rem
  const pxPerMinute = (size.mark * rem) / minutesPerMark
  const offsetOf = useCallback((at: number) => ((at - day.from) / minute) * pxPerMinute, [day, pxPerMinute])

  const vertical = useElementVirtual({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size.row * rem,
    overscan: 2,
    scrollMargin: size.ruler * rem,
    // With two rows before that of the channel.
    initialOffset: () => Math.max(0, returnRow - 2) * size.row * rem,
    scrollPaddingStart: size.ruler * rem,
    rangeExtractor: useMemo(() => {
      // The row with the focus stays in the document, or the focus would be lost.
      const extract = withIndex(row)
      // Always the same number of rows, so that one enters when another leaves: one change of the document, not two.
      return (range) => {
        const inView = Math.ceil((scroller.current?.clientHeight ?? 0) / (size.row * rem))
        return extract({ ...range, endIndex: Math.min(range.count - 1, range.startIndex + inView) })
      }
    }, [row, rem]),
  })
  const horizontal = useElementVirtual({
    horizontal: true,
    count: marks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size.mark * rem,
    overscan: 1,
    // The channels cover the start of the visible part: without a margin the first mark of the range is the first visible.
    initialOffset: () => Math.max(0, offsetOf(startBefore(sameTimeOn(day, Date.now()), day))),
  })
  // A key is answered before the rows and cells that it brings into the document.
  const shownRows = useDeferredValue(vertical.getVirtualItems())
  const shownMarks = useDeferredValue(horizontal.getVirtualItems())
  const firstMark = useDeferredValue(horizontal.range?.startIndex ?? 0)
  const shownTarget = useDeferredValue(focus)
  const shownFocus = within(shownTarget)
  const from = marks[shownMarks[0]?.index ?? 0] ?? day.from
  const to = (marks[shownMarks.at(-1)?.index ?? 0] ?? day.from) + minutesPerMark * minute
  const visibleFrom = marks[firstMark] ?? day.from

  const showTime = (at: number) => {
    const element = scroller.current
    if (!element) return
    const start = offsetOf(at)
    const width = element.clientWidth - channelWidth
    const isVisible = start >= element.scrollLeft && start < element.scrollLeft + width - size.mark * rem
    if (!isVisible) element.scrollLeft = Math.max(0, offsetOf(startBefore(at, day)))
  }

  const hasRows = shownRows.length > 0
  // The new cell exists only after it was rendered, and the first one after the grid has a size.
  useLayoutEffect(() => {
    if (!hasRows || !movesFocus.current) return
    movesFocus.current = false
    // Another key may have left the grid meanwhile.
    const active = document.activeElement
    if (!isFocusUnused() && !scroller.current?.contains(active)) return
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [shownTarget, hasRows])

  // A click moves the focus too, at the first visible time of the cell. A key has moved it before, and its time stays.
  const takeFocus = useCallback(
    ({ row, cell, at }: GridFocus) => {
      const visible = day.from + ((scroller.current?.scrollLeft ?? 0) / pxPerMinute) * minute
      setFocus((last) => (last.row === row && last.cell === cell ? last : { row, cell, at: Math.max(at, visible) }))
    },
    [day, pxPerMinute],
  )

  const moveTo = (target: GridFocus) => {
    movesFocus.current = true
    setFocus(target)
    vertical.scrollToIndex(target.row, { align: 'auto' })
    if (target.cell >= 0) showTime(Math.max(target.at, cells[target.row]?.[target.cell]?.from ?? target.at))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // The button in the corner is outside of the cells: from it the arrow keys go on as everywhere.
    if (!(event.target instanceof Element) || !event.target.closest('[role="gridcell"], [role="rowheader"]')) return
    if (!isGridKey(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (size.row * rem)) - 2)
    const target = moveFocus({ row, cell, at }, event.key, { rows: cells, page })
    // Until the focus has arrived at the edge, a key does not leave the grid: it would start from an earlier cell.
    // At its end neither, because nothing of the page is beside it.
    if (target || movesFocus.current || event.key === 'ArrowRight') event.preventDefault()
    if (target) moveTo(target)
  }

  const jumpToNow = () => {
    const at = Date.now()
    const first = vertical.range?.startIndex ?? 0
    moveTo({ row: first, cell: cellAt(cells[first] ?? [], at), at })
    if (scroller.current) scroller.current.scrollLeft = Math.max(0, offsetOf(startBefore(at, day)))
  }

  const hasNow = now >= day.from && now < day.to
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={dayName === 'today' ? 'Guide for today' : 'Guide for tomorrow'}
      aria-rowcount={rows.length + 1}
      aria-colcount={(day.to - day.from) / minute + 1}
      className={classes.grid}
      style={{ '--minutes': (day.to - day.from) / minute } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={classes.ruler}>
        <div role="columnheader" aria-colindex={1} className={classes.corner}>
          Channel
          {hasNow ? (
            <TextButton className={classes.jump} onClick={jumpToNow}>
              Jump to now
            </TextButton>
          ) : null}
        </div>
        {shownMarks.map(({ index, start }) => (
          <div
            key={index}
            role="columnheader"
            aria-colindex={index * minutesPerMark + 2}
            aria-colspan={minutesPerMark}
            className={classes.mark}
            style={{ insetInlineStart: channelWidth + start }}
          >
            {clockText(marks[index] ?? day.from, locale, day)}
          </div>
        ))}
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: rows.length * size.row * rem }}>
        {shownRows.map(({ index, start }) => {
          const item = rows[index]
          return item ? (
            <GuideGridRow
              key={item.slug}
              row={item}
              index={index}
              top={start - size.ruler * rem}
              cells={cells[index] ?? noCells}
              from={from}
              to={to}
              visibleFrom={visibleFrom}
              day={day}
              dayStart={channelWidth}
              pxPerMinute={pxPerMinute}
              // Rows change with the minute, not with every tick.
              now={Math.floor(now / minute) * minute}
              locale={locale}
              focusCell={index === shownFocus.row ? shownFocus.cell : undefined}
              hasReminder={hasReminder}
              onOpen={onOpen}
              onFocusCell={takeFocus}
            />
          ) : null
        })}
        {hasNow ? (
          <div className={classes.now} style={{ insetInlineStart: channelWidth + offsetOf(now) }} aria-hidden="true" />
        ) : null}
      </div>
    </div>
  )
}

const noCells: readonly Cell[] = []

/** The same time of day on another day. */
function sameTimeOn(day: GuideDay, now: number): number {
  const time = new Date(now)
  return new Date(day.from).setHours(time.getHours(), time.getMinutes(), 0, 0)
}
