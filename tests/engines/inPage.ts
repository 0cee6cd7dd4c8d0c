/** Functions that run in the tested page. They see its globals and their arguments only. */
import type * as TestingLibrary from '@testing-library/dom'

/** A text, or the source of a regular expression. */
export type SerializedName = string | { source: string; flags: string }

export interface SerializedTarget {
  role?: string | undefined
  name?: SerializedName | undefined
  css?: string | undefined
  within?: SerializedTarget | undefined
}

/** The first element of a target. */
export interface FoundElement {
  /** How many elements the target has. */
  count: number
  /** The text with single spaces. */
  text: string
  value: string | undefined
  checked: boolean | undefined
  disabled: boolean
  focused: boolean
  attributes: Record<string, string>
  left: number
  top: number
  /** The middle, relative to the window or the frame. */
  x: number
  y: number
  /** Whether a press there reaches the element. */
  reachable: boolean
}

type WindowWithLibrary = Window & { TestingLibraryDom?: typeof TestingLibrary }

/** Describes the first visible element of a target. Undefined if there is none. */
export function describeElement(
  target: SerializedTarget,
  scrolls: boolean,
): FoundElement | 'needs the library' | undefined {
  const library = (window as WindowWithLibrary).TestingLibraryDom
  if (!library) return 'needs the library'
  const find = ({ role, name, css, within }: SerializedTarget): HTMLElement[] => {
    const root = within ? find(within)[0] : document.body
    if (!root) return []
    const isVisible = (element: HTMLElement) => element.getClientRects().length > 0
    if (css !== undefined) return [...root.querySelectorAll<HTMLElement>(css)].filter(isVisible)
    const options =
      name === undefined ? {} : { name: typeof name === 'string' ? name : new RegExp(name.source, name.flags) }
    return library.queryAllByRole(root, role ?? '', options)
  }
  const found = find(target)
  const [element] = found
  if (!element) return undefined
  if (scrolls) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const x = box.left + box.width / 2
  const y = box.top + box.height / 2
  const hit = document.elementFromPoint(x, y)
  const labels = 'labels' in element ? Array.from((element as HTMLInputElement).labels ?? []) : []
  const field = element as Partial<HTMLInputElement>
  return {
    count: found.length,
    text: (element.innerText ?? element.textContent ?? '').replace(/\s+/g, ' ').trim(),
    value: field.value,
    checked: field.checked,
    disabled: element.matches(':disabled, [aria-disabled="true"]'),
    focused: document.activeElement === element,
    attributes: Object.fromEntries(Array.from(element.attributes).map((one) => [one.name, one.value])),
    left: box.left,
    top: box.top,
    x,
    y,
    reachable: hit !== null && [element, ...labels].some((part) => part.contains(hit)),
  }
}
