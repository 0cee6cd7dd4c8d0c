import { memo, useDeferredValue, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'
import { isFocusUnused } from '../PageHeading.tsx'
import { useWindowVirtual } from '../useVirtual.ts'
import { ChannelCard, ChannelCardSkeleton, type CardProps, type ShownChannel } from './ChannelCard.tsx'
import classes from './ChannelGrid.module.css'
import { useNow } from './showTimes.ts'

/** Of a longer list, only the rows near the visible part are in the document. */
const longList = 60

/** The place of the card of an element; -1 outside of the cards. */
const placeOf = (target: EventTarget): number =>
  Number((target instanceof Element ? target.closest('[data-at]') : null)?.getAttribute('data-at') ?? -1)

/** The layout of the grid in px. `top` is its distance from the start of the page. */
type Layout = { columns: number; width: number; gap: number; top: number }

function layoutOf(grid: HTMLElement): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid)
  const columns = gridTemplateColumns.split(' ')
  const { top } = grid.getBoundingClientRect()
  return {
    columns: columns.length,
    width: parseFloat(gridTemplateColumns) || 0,
    gap: parseFloat(rowGap) || 0,
    top: Math.round(top + window.scrollY),
  }
}

const isSameLayout = (one: Layout, other: Layout) =>
  one.columns === other.columns && one.width === other.width && one.gap === other.gap && one.top === other.top

/** The height of a row before it is measured: a picture beside the text on a phone, above it elsewhere. */
const estimatedHeight = ({ columns, width }: Layout) => (columns === 1 ? 72 : (width * 9) / 16 + 130)

type GridProps<Channel extends ShownChannel> = {
  label: string
  channels: readonly Channel[]
  /** The channel whose card takes the focus when the list is shown, unless the viewer has moved it; '' for none. */
  returnTo?: string
  preview?: CardProps<Channel>['preview']
  /** The card with the pointer of a mouse or with the focus has changed; undefined for none. */
  onCard?: (channel: Channel | undefined) => void
} & Pick<CardProps<Channel>, 'locale' | 'link' | 'star'>

/**
 * The grid of channel cards. `link` and `star` stay the same functions, or every card is rendered again. An arrow key
 * focuses the first card. When the focused card disappears (a removed favorite), the focus moves to the card that takes
 * its place.
 */
export function ChannelGrid<Channel extends ShownChannel>({ channels, ...props }: GridProps<Channel>) {
  // A key in a search field is answered before a long list.
  return <Grid {...props} channels={useDeferredValue(channels)} />
}

function GridOf<Channel extends ShownChannel>({
  label,
  channels,
  returnTo = '',
  locale,
  link,
  star,
  preview,
  onCard,
}: GridProps<Channel>) {
  const now = useNow()
  const grid = useRef<HTMLUListElement>(null)
  const [returnAt] = useState(() => channels.findIndex(({ slug }) => slug === returnTo))
  const [focused, setFocused] = useState(returnAt)
  const [layout, setLayout] = useState<Layout>({ columns: 1, width: 0, gap: 0, top: 0 })
  const isLong = channels.length > longList
  // A virtualizer scrolls the page when it starts, which costs a layout, so a short list has none. It stays once it has
  // started, because it forgets the size of the window when it stops.
  const [hasRows, setHasRows] = useState(isLong)
  if (isLong && !hasRows) setHasRows(true)
  const { columns, gap, top } = layout

  const rows = useWindowVirtual({
    enabled: hasRows,
    count: isLong ? Math.ceil(channels.length / columns) : 0,
    estimateSize: () => estimatedHeight(layout),
    gap,
    overscan: 3,
    scrollMargin: top,
  })
  useLayoutEffect(() => {
    const element = grid.current
    if (!isLong || !element) return undefined
    const update = () =>
      setLayout((last) => {
        const next = layoutOf(element)
        return isSameLayout(last, next) ? last : next
      })
    update()
    const observer = new ResizeObserver(update)
    // What is above the grid moves it.
    for (const observed of [element, document.body]) observer.observe(observed)
    return () => observer.disconnect()
  }, [isLong])
  // The heights of the rows change with their width.
  useLayoutEffect(() => rows.measure(), [rows, layout.columns, layout.width])

  useLayoutEffect(() => {
    const link = grid.current?.querySelector<HTMLElement>(`[data-at="${returnAt}"] h2 > a`)
    if (!link || !isFocusUnused()) return
    link.focus({ preventScroll: true })
    link.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [returnAt])

  useLayoutEffect(() => {
    if (focused < 0 || document.activeElement !== document.body) return
    const at = Math.min(focused, channels.length - 1)
    grid.current?.querySelector<HTMLElement>(`[data-at="${at}"] h2 > a`)?.focus({ preventScroll: true })
  }, [channels, focused])

  const items = rows.getVirtualItems()
  const from = isLong ? (items[0]?.index ?? 0) * columns : 0
  const to = isLong ? ((items.at(-1)?.index ?? -1) + 1) * columns : channels.length
  const style: CSSProperties | undefined = isLong
    ? {
        paddingBlockStart: Math.max(0, (items[0]?.start ?? top) - top),
        paddingBlockEnd: Math.max(0, rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top)),
      }
    : undefined

  const shown = Array.from({ length: Math.min(to, channels.length) - from }, (_, index) => from + index)
  // The card with the focus stays in the document, or the focus would be lost.
  const isKept = isLong && focused >= 0 && focused < channels.length && (focused < from || focused >= to)
  if (isKept) shown.splice(focused < from ? 0 : shown.length, 0, focused)
  const keptStyle: CSSProperties = {
    position: 'absolute',
    width: layout.width,
    insetBlockStart: (rows.getTotalSize() * focused) / channels.length,
  }

  return (
    <ul
      ref={grid}
      className={classes.grid}
      style={style}
      aria-label={label}
      onPointerOver={({ target, pointerType }) => {
        if (pointerType === 'mouse') onCard?.(channels[placeOf(target)])
      }}
      onPointerLeave={() => onCard?.(undefined)}
      onFocus={({ target }) => {
        const at = placeOf(target)
        setFocused(at)
        // A press of the pointer focuses too, but opens the channel.
        if (target.matches(':focus-visible')) onCard?.(channels[at])
      }}
      onBlur={({ relatedTarget }) => {
        onCard?.(undefined)
        if (relatedTarget) setFocused(-1)
      }}
    >
      {shown.map((at) => {
        const channel = channels[at]
        const isApart = isKept && at === focused
        return channel ? (
          <ChannelCard
            // With a key in the search, a card of a long list shows another channel, which is faster than another card.
            key={isLong ? at : channel.slug}
            channel={channel}
            now={now}
            locale={locale}
            at={at}
            of={isLong ? channels.length : undefined}
            row={Math.floor(at / columns)}
            measure={isLong && !isApart ? rows.measureElement : undefined}
            style={isApart ? keptStyle : undefined}
            link={link}
            star={star}
            preview={preview}
          />
        ) : null
      })}
    </ul>
  )
}

/** It is rendered again only when a list arrives, not with every key. */
const Grid = memo(GridOf) as typeof GridOf

/** Keeps the place of a list that will be there at once, so that going back finds the place further down. */
export const ChannelGridPlace = () => <div className={classes.place} />

/** The skeleton of the grid while the list loads. It is high enough for going back to a place further down. */
export function ChannelGridSkeleton({ cards = 24 }: { cards?: number }) {
  return (
    <div className={classes.grid} role="status" aria-label="Loading channels">
      {Array.from({ length: cards }, (_, i) => (
        <ChannelCardSkeleton key={i} />
      ))}
    </div>
  )
}
