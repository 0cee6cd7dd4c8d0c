import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import classes from './LongList.module.css'
import { useWindowVirtual, withIndex } from './useVirtual.ts'

/** Whether the page is being printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what is in the document when the event ends.
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/**
 * A list of which only the items near the visible part of the page are in the document, and the one with the focus. All of
 * them are printed. `itemHeight` is an estimate in px; items may have different heights.
 */
export function LongList<Item>({
  label,
  items,
  itemHeight,
  className,
  itemClassName,
  keyOf,
  render,
}: {
  label: string
  items: readonly Item[]
  itemHeight: number
  className?: string | undefined
  itemClassName?: string | undefined
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const isPrinting = useIsPrinting()
  const [focused, setFocused] = useState(-1)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtualizer = useWindowVirtual({
    count: items.length,
    estimateSize: () => itemHeight,
    overscan: 4,
    scrollMargin,
    rangeExtractor: useMemo(() => withIndex(focused), [focused]),
  })
  const shown = isPrinting ? items.map((_, index) => ({ index, start: 0 })) : virtualizer.getVirtualItems()

  return (
    <ul
      ref={list}
      className={`${classes.list} ${className ?? ''}`}
      aria-label={label}
      style={isPrinting ? undefined : { height: virtualizer.getTotalSize() }}
    >
      {shown.map(({ index, start }) => {
        const item = items[index]
        return item === undefined ? null : (
          <ShownItem
            key={keyOf(item)}
            item={item}
            index={index}
            count={items.length}
            top={isPrinting ? undefined : start - scrollMargin}
            className={itemClassName}
            measure={virtualizer.measureElement}
            onFocus={setFocused}
            render={render}
          />
        )
      })}
    </ul>
  )
}

interface ShownItemProps<Item> {
  item: Item
  index: number
  count: number
  top: number | undefined
  className: string | undefined
  measure: (element: Element | null) => void
  onFocus: (index: number) => void
  render: (item: Item) => ReactNode
}

function ShownItemOf<Item>({
  item,
  index,
  count,
  top,
  className = '',
  measure,
  onFocus,
  render,
}: ShownItemProps<Item>) {
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={`${classes.item} ${className}`}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(index)}
    >
      {render(item)}
    </li>
  )
}

/** While the page scrolls, only the items that come into view render. */
const ShownItem = memo(ShownItemOf) as typeof ShownItemOf
