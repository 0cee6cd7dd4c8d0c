import { isTelevision } from './television.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

export type Box = { left: number; top: number; right: number; bottom: number }

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom

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
    // A button at the end of a field is to the right of it, and the field to the left of the button.
    const isNested = !isVertical && (isForward ? near >= (start + end) / 2 && isWithin(box, from) : isWithin(from, box))
    if (!(isBeyond || isNested) || along > reach) return
    const [low, high] = isVertical ? ([box.left, box.right] as const) : ([box.top, box.bottom] as const)
    const [own, ownEnd] = isVertical ? ([from.left, from.right] as const) : ([from.top, from.bottom] as const)
    // The sideways distance is 0 if the boxes overlap in that axis; then the nearer edge wins.
    const sideways = Math.max(0, low - ownEnd, own - high)
    const offset = Math.abs(low - own)
    // Left and right stay in the row while it has another element.
    const otherRow = !isVertical && sideways > 0 ? reach : 0
    const distance = Math.max(0, along) + sideways * 3 + offset * 0.1 + otherRow
    if (distance < least) {
      least = distance
      best = i
    }
  })
  return best
}

/** A frame takes the arrow keys itself, so they stop at the element around it. The Tab key enters the frame. */
const frameStop = '[data-arrows="stop"]'
const focusable = `a[href], summary, button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"], ${frameStop}`
/** Elements that use the arrow keys themselves. */
const handlesArrowKeys = '[role="menu"], [role="slider"], [data-arrows="own"]'
/** No arrow key leaves these. */
const keepsFocus = '[role="dialog"], [role="alertdialog"], [data-arrows="scope"]'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'button', 'submit', 'radio'].includes(element.type))

const isForward = (direction: Direction) => direction === 'down' || direction === 'right'

/** Whether an arrow key moves the caret. It leaves the field from the end of the text, and from any place in a single line. */
function movesCaret(field: TextField, direction: Direction): boolean {
  if (field instanceof HTMLInputElement && (direction === 'up' || direction === 'down')) return false
  const { selectionStart, selectionEnd, value } = field
  // A field for an email address does not tell where its caret is.
  if (selectionStart === null || selectionEnd === null) return value !== ''
  return isForward(direction) ? selectionEnd < value.length : selectionStart > 0
}

/**
 * Whether an arrow key changes a group of radio buttons. The first and the last of them are its ends. A remote has no Tab
 * key to leave a group without changing it, so on a television ↑ and ↓ leave it.
 */
function changesRadio(element: Element | null, direction: Direction): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false
  if (isTelevision() && (direction === 'up' || direction === 'down')) return false
  const group = [...(element.closest('[role="radiogroup"]') ?? document).querySelectorAll('input')].filter(
    ({ type, name, disabled }) => type === 'radio' && name === element.name && !disabled,
  )
  return group.at(isForward(direction) ? -1 : 0) !== element
}

/**
 * Moves the focus with an arrow key of a remote or a keyboard to the nearest element in that direction, inside an open
 * dialog, the menu of the player or what fills the screen only. Without one, the page scrolls. If nothing has the focus (a
 * new screen), an arrow key focuses `[data-initial-focus]`. Returns whether the key moved the focus.
 */
export function moveFocus(event: KeyboardEvent): boolean {
  const direction = directions[event.key]
  if (!direction || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return false
  const active = document.activeElement === document.body ? null : document.activeElement
  if (active?.closest(handlesArrowKeys)) return false
  // A remote opens the list with OK. On the closed list an arrow would change the value of the viewer who only passes it.
  if (active instanceof HTMLSelectElement && !isTelevision()) return false
  if (isTextField(active) && movesCaret(active, direction)) return false
  if (changesRadio(active, direction)) return false

  const target = targetFrom(active, direction)
  if (!target) return false
  event.preventDefault()
  target.focus({ preventScroll: true })
  // The ring of a card is around all of it.
  const shown = target.closest('[data-box]') ?? target
  shown.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  // The header stays in view, so it does not scroll to what is above the first control of the page.
  if (direction === 'up' && active?.closest('main') && !target.closest('main')) window.scrollTo({ top: 0 })
  return true
}

function targetFrom(active: Element | null, direction: Direction): HTMLElement | undefined {
  const scope =
    active?.closest(keepsFocus) ?? document.querySelector('[role="dialog"]') ?? document.fullscreenElement ?? document
  const entryPoint = scope.querySelector<HTMLElement>('[data-initial-focus]')
  const isUnfocused = !active?.matches(focusable)
  if (isUnfocused && entryPoint && direction !== 'up' && window.scrollY < window.innerHeight) return entryPoint
  if (active) return nextFocusTarget(active, direction, scope)
  return isForward(direction) ? focusableIn(scope.querySelector('main') ?? scope)[0] : undefined
}

/** The focusable elements of a container, in DOM order. */
const focusableIn = (container: ParentNode): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      (element.tabIndex >= 0 || element.matches(frameStop)) &&
      element.checkVisibility({ visibilityProperty: true }) &&
      // A slide that is not shown is laid out, but nothing in it can have the focus.
      !element.closest('[inert]'),
  )

function nextFocusTarget(active: Element, direction: Direction, scope: ParentNode): HTMLElement | undefined {
  const card = active.closest('[data-box]')
  if (card) {
    // The link covers the whole card: Right moves to its buttons, Left moves back. Up and Down skip the buttons.
    const parts = focusableIn(card)
    const next = parts[parts.findIndex((part) => part === active) + (direction === 'right' ? 1 : -1)]
    if ((direction === 'right' || direction === 'left') && next) return next
  }
  // From outside, the focus enters a card at its link.
  const inScope = focusableIn(scope)
  const all = inScope.filter((element) => element === active || !isUnselected(element, inScope))
  const others = all.filter((element) => {
    const box = element.closest('[data-box]')
    return (
      element !== active &&
      !isSameRadioGroup(element, active) &&
      (box === null || (box !== card && focusableIn(box)[0] === element))
    )
  })
  const next = nearestOf(active, others, direction)
  // The list of a field may use the other two keys, so the sides of a field without a neighbor lead to the next control.
  if (isTextField(active) && (direction === 'left' || direction === 'right') && !(next && isBeside(active, next)))
    return all[all.findIndex((element) => element === active) + (direction === 'right' ? 1 : -1)]
  return next
}

/**
 * The nearest of the elements. The content of the page comes before what is around it, such as the navigation at its left
 * end, which only Left reaches from there.
 */
function nearestOf(active: Element, others: readonly HTMLElement[], direction: Direction): HTMLElement | undefined {
  const isVertical = direction === 'up' || direction === 'down'
  const reach = isVertical ? window.innerHeight * 0.75 : window.innerWidth
  const from = boxOf(active)
  const nearest = (elements: readonly HTMLElement[]) =>
    elements[nearestBox(from, elements.map(boxOf), direction, reach)]
  const main = active.closest('main')
  if (!main || direction === 'left') return nearest(others)
  const isInLine = (element: HTMLElement) => {
    const box = boxOf(element)
    return isVertical ? box.left < from.right && box.right > from.left : box.top < from.bottom && box.bottom > from.top
  }
  const around = others.filter((element) => !main.contains(element))
  return (
    nearest(others.filter((element) => main.contains(element))) ??
    nearest(direction === 'up' ? around : around.filter(isInLine))
  )
}

const isSameRadioGroup = (one: Element, other: Element) =>
  one instanceof HTMLInputElement &&
  other instanceof HTMLInputElement &&
  one.type === 'radio' &&
  one.name === other.name

/** From outside, the focus enters a group of radio buttons at the selected one. */
const isUnselected = (element: HTMLElement, all: readonly HTMLElement[]) =>
  element instanceof HTMLInputElement &&
  !element.checked &&
  all.some((other) => isSameRadioGroup(element, other) && other.matches(':checked'))

function isBeside(one: Element, other: Element): boolean {
  const [first, second] = [boxOf(one), boxOf(other)]
  return first.top < second.bottom && second.top < first.bottom
}

/** The visible box of an element: a link that covers its card has the box of the card. */
const boxOf = (element: Element): Box => (element.closest('[data-box]') ?? element).getBoundingClientRect()
