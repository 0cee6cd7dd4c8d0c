import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type PartialKeys,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import { startTransition, useLayoutEffect, useReducer, useState } from 'react'

type Options<Scroller extends Element | Window> = Omit<VirtualizerOptions<Scroller, Element>, 'onChange'>
type FollowKey = 'scrollToFn' | 'observeElementOffset' | 'observeElementRect'

/**
 * The component renders again when the items change. Unlike the hook of TanStack Virtual, which the rules of React's
 * compiler refuse, it keeps to the interface of the library.
 */
function useVirtual<Scroller extends Element | Window>(
  options: Options<Scroller>,
  renderInScroll: (render: () => void) => void,
): Virtualizer<Scroller, Element> {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const onChange = (_: unknown, isScrolling: boolean) => (isScrolling ? renderInScroll(render) : render())
  const withChange = { ...options, onChange }
  const [virtualizer] = useState(() => new Virtualizer<Scroller, Element>(withChange))
  virtualizer.setOptions(withChange)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  return virtualizer
}

/**
 * The items of a long list that are near the visible part of an element that scrolls. Their sizes are not measured. A frame
 * of a scroll does not wait for the items that it brings into the document: they are rendered after it.
 */
export const useElementVirtual = (options: PartialKeys<Options<HTMLElement>, FollowKey>) =>
  useVirtual<HTMLElement>(
    { scrollToFn: elementScroll, observeElementOffset, observeElementRect, ...options },
    startTransition,
  )

/** The items of a long list that are near the visible part of the page. */
export const useWindowVirtual = (options: PartialKeys<Options<Window>, FollowKey | 'getScrollElement'>) =>
  useVirtual<Window>(
    {
      getScrollElement: () => window,
      scrollToFn: windowScroll,
      observeElementOffset: observeWindowOffset,
      observeElementRect: observeWindowRect,
      initialOffset: () => window.scrollY,
      ...options,
    },
    (render) => render(),
  )

/** The indexes of the items to show in order, and one more that stays in the document; -1 for none. */
export const withIndex =
  (index: number) =>
  (range: Parameters<typeof defaultRangeExtractor>[0]): number[] => {
    const shown = defaultRangeExtractor(range)
    return index < 0 || index >= range.count || shown.includes(index)
      ? shown
      : [...shown, index].sort((one, other) => one - other)
  }
