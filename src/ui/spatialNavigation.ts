import { useEffect } from 'react'

export type Direction = 'up' | 'down' | 'left' | 'right'

export type Box = { left: number; top: number; right: number; bottom: number }

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/**
 * The index of the nearest box in `direction`, or -1 without one within `reach`. A box counts if it starts beyond the
 * middle of `from`; alignment weighs more than distance.
 */
export function nearestBox(from: Box, boxes: readonly Box[], direction: Direction, reach: number): number {
  const isVertical = direction === 'up' || direction === 'down'
  const isForward = direction === 'down' || direction === 'right'
  let best = -1
  let least = Infinity
  boxes.forEach((box, i) => {
    const [near, far] = isVertical ? ([box.top, box.bottom] as const) : ([box.left, box.right] as const)
    const [start, end] = isVertical ? ([from.top, from.bottom] as const) : ([from.left, from.right] as const)
    const along = isForward ? near - end : start - far
    const isBeyond = isForward ? near >= (start + end) / 2 && far > end : far <= (start + end) / 2 && near < start
    if (!isBeyond || along > reach) return
    const [low, high] = isVertical ? ([box.left, box.right] as const) : ([box.top, box.bottom] as const)
    const [own, ownEnd] = isVertical ? ([from.left, from.right] as const) : ([from.top, from.bottom] as const)
    // The sideways distance is 0 if the boxes overlap in that axis; then the nearer edge wins.
    const sideways = Math.max(0, low - ownEnd, own - high)
    const offset = Math.abs(low - own)
    const distance = Math.max(0, along) + sideways * 3 + offset * 0.1
    if (distance < least) {
      least = distance
      best = i
    }
  })
  return best
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
/** Elements that use the arrow keys themselves. */
const handlesArrowKeys =
  'select, textarea, [role="menu"], [role="slider"], [role="dialog"], [role="radiogroup"], [data-arrows="own"]'

const isTextField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && !['checkbox', 'button', 'submit', 'radio'].includes(element.type)

/**
 * Moves the focus with the arrow keys of a remote or a keyboard to the nearest element in that direction. Without one,
 * the page scrolls. If nothing has the focus (a new screen), an arrow key focuses `[data-initial-focus]`.
 */
export function useArrowKeys(): void {
  useEffect(() => {
    const moveFocus = (event: KeyboardEvent) => {
      const direction = directions[event.key]
      if (!direction || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return
      const active = document.activeElement
      if (active?.closest(handlesArrowKeys)) return
      if (isTextField(active) && active.value !== '' && (direction === 'left' || direction === 'right')) return

      const isUnfocused = active === null || active === document.body || !active.matches(focusable)
      const entryPoint = document.querySelector<HTMLElement>('[data-initial-focus]')
      const target =
        isUnfocused && entryPoint && direction !== 'up' && window.scrollY < window.innerHeight
          ? entryPoint
          : active && !isUnfocused
            ? nextFocusTarget(active, direction)
            : undefined
      if (!target) return
      event.preventDefault()
      target.focus({ preventScroll: true })
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    document.addEventListener('keydown', moveFocus)
    return () => document.removeEventListener('keydown', moveFocus)
  }, [])
}

/** The focusable elements of a container, in DOM order. */
const focusableIn = (container: ParentNode): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  )

function nextFocusTarget(active: Element, direction: Direction): HTMLElement | undefined {
  const card = active.closest('[data-box]')
  if (card) {
    // The link covers the whole card: Up moves to the button in the corner, Down or Left moves back.
    const [link, button] = focusableIn(card)
    if (active === link && direction === 'up' && button) return button
    if (active !== link && (direction === 'down' || direction === 'left')) return link
  }
  // From outside, the focus enters a card at its link.
  const others = focusableIn(document).filter((element) => {
    const box = element.closest('[data-box]')
    return element !== active && (box === null || (box !== card && focusableIn(box)[0] === element))
  })
  const reach = direction === 'up' || direction === 'down' ? window.innerHeight * 0.75 : window.innerWidth
  const at = nearestBox(
    boxOf(active),
    others.map((element) => boxOf(element)),
    direction,
    reach,
  )
  return others[at]
}

/** The visible box of an element: a link that covers its card has the box of the card. */
const boxOf = (element: Element): Box => (element.closest('[data-box]') ?? element).getBoundingClientRect()
