import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { usePlayerKeys, type PlayerCommand } from '../../../src/screens/video/usePlayerKeys.ts'
import { moveFocus } from '../../../src/ui/spatialNavigation.ts'
import { isTelevision, useRemote } from '../../../src/ui/television.ts'

type Device = { width: number; pointer: 'none' | 'coarse' | 'fine'; hover: 'none' | 'hover' }

const television: Device = { width: 1920, pointer: 'none', hover: 'none' }

const devices: readonly (readonly [name: string, device: Device, isTelevision: boolean])[] = [
  ['a television', television, true],
  ['a wide touch screen', { width: 1600, pointer: 'coarse', hover: 'none' }, true],
  ['a tablet', { width: 1599, pointer: 'coarse', hover: 'none' }, false],
  ['a desktop', { width: 1920, pointer: 'fine', hover: 'hover' }, false],
  ['a wide screen with a pen', { width: 1920, pointer: 'fine', hover: 'none' }, false],
  ['a television with a pointer that hovers', { width: 1920, pointer: 'coarse', hover: 'hover' }, false],
]

/** The browser matches the media queries as on this device. */
function stubDevice({ width, pointer, hover }: Device) {
  const matches = (query: string) =>
    query.split(' and ').every((part) => {
      const [, feature, value = ''] = /^\((min-width|pointer|hover): (\w+)\)$/.exec(part) ?? []
      if (feature === undefined) throw new Error(`Unexpected media query ${query}`)
      return feature === 'min-width' ? width >= parseFloat(value) : value === { pointer, hover }[feature]
    })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query) }))
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The command of the player for a key. */
function commandFor(key: string, { isPanelOpen = false, isPictureFocused = true } = {}): PlayerCommand | undefined {
  const commands: PlayerCommand[] = []
  const modes = {
    isFullScreen: () => false,
    isPanelOpen: () => isPanelOpen,
    isPictureFocused: () => isPictureFocused,
  }
  const { unmount } = renderHook(() => usePlayerKeys((command) => void commands.push(command), modes))
  fireEvent.keyDown(document.body, { key })
  unmount()
  return commands[0]
}

describe.each(devices)('%s', (_, device, expected) => {
  it(`is ${expected ? 'a' : 'no'} television`, () => {
    stubDevice(device)
    expect(isTelevision()).toBe(expected)
  })

  it(
    `${expected ? 'changes the channel' : 'sets the volume'} with the vertical arrows`,
    { tags: 'watch.zapping' },
    () => {
      stubDevice(device)
      expect(['ArrowUp', 'ArrowDown', 'Enter'].map((key) => commandFor(key))).toEqual(
        expected ? ['previous', 'next', 'openStrip'] : ['louder', 'softer', 'focusControls'],
      )
    },
  )

  it(`Back ${expected ? 'returns to the picture' : 'leaves the page'} from a control`, { tags: 'watch.back' }, () => {
    stubDevice(device)
    const isPictureFocused = false
    expect(commandFor('GoBack', { isPictureFocused })).toBe(expected ? 'focusPicture' : 'closePanel')
    expect(commandFor('GoBack', { isPictureFocused, isPanelOpen: true })).toBe('closePanel')
    expect(commandFor('GoBack')).toBe('closePanel')
  })

  it(`${expected ? 'has' : 'has no'} remote before the first key`, { tags: 'device.offerFirst' }, () => {
    stubDevice(device)
    expect(renderHook(useRemote).result.current).toBe(expected)
  })
})

it('a remote is used if an arrow key is the first input on a wide screen', { tags: 'device.offerFirst' }, () => {
  const isRemoteUsed = (device: Device, press: () => boolean) => {
    stubDevice(device)
    const { result, unmount } = renderHook(useRemote)
    act(() => void press())
    unmount()
    return result.current
  }
  const desktop: Device = { width: 1600, pointer: 'fine', hover: 'hover' }
  const arrow = () => fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  expect(isRemoteUsed(desktop, arrow)).toBe(true)
  expect(isRemoteUsed({ ...desktop, width: 1599 }, arrow)).toBe(false)
  expect(isRemoteUsed(desktop, () => fireEvent.keyDown(document.body, { key: 'a' }) && arrow())).toBe(false)
  expect(isRemoteUsed(desktop, () => fireEvent.pointerMove(document.body) && arrow())).toBe(false)
})

it('the first arrow key moves the focus on a television, and only offers the code elsewhere', () => {
  const isLeftToOthers = (device: Device) => {
    stubDevice(device)
    const { unmount } = renderHook(useRemote)
    let isLeft = false
    act(() => {
      isLeft = fireEvent.keyDown(document.body, { key: 'ArrowDown' })
    })
    unmount()
    return isLeft
  }
  expect(isLeftToOthers(television)).toBe(true)
  expect(isLeftToOthers({ width: 1600, pointer: 'fine', hover: 'hover' })).toBe(false)
})

/** Shows a column of elements, 20 px apart in the order of the document, and focuses the first control. */
function showColumn(html: string) {
  document.body.innerHTML = html
  const tops = new Map([...document.querySelectorAll('*')].map((element, at) => [element, at * 20]))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops.get(this) ?? 0, 10, 10)
  })
  const scrolled: Element[] = []
  Object.assign(Element.prototype, {
    checkVisibility: () => true,
    scrollIntoView(this: Element) {
      scrolled.push(this)
    },
  })
  document.querySelector<HTMLElement>('button, select')?.focus()
  return { scrolled }
}
const pressArrow = (key: string) => moveFocus(new KeyboardEvent('keydown', { key }))

it('an arrow key passes what is inert, such as a slide that is not shown', { tags: 'shell.arrows' }, () => {
  stubDevice(television)
  showColumn('<button>1</button><div inert><button>2</button></div><button>3</button>')
  pressArrow('ArrowDown')
  expect(document.activeElement?.textContent).toBe('3')
  document.body.replaceChildren()
})

it('an arrow key shows all of the card that it focuses', { tags: 'shell.arrows' }, () => {
  stubDevice(television)
  const { scrolled } = showColumn('<button>1</button><article data-box><a href="/">2</a></article>')
  pressArrow('ArrowDown')
  expect(document.activeElement?.textContent).toBe('2')
  expect(scrolled.map(({ tagName }) => tagName)).toEqual(['ARTICLE'])
  document.body.replaceChildren()
})

it('an arrow key reaches the title of details', { tags: 'shell.arrows' }, () => {
  stubDevice(television)
  showColumn('<button>1</button><details><summary>Details</summary></details><button>2</button>')
  // happy-dom does not know that a summary takes the focus.
  for (const title of document.querySelectorAll('summary')) Object.defineProperty(title, 'tabIndex', { value: 0 })
  pressArrow('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Details')
  document.body.replaceChildren()
})

it('a vertical arrow leaves a list on a television only, where OK opens it', { tags: 'shell.arrows' }, () => {
  const isLeft = (device: Device) => {
    stubDevice(device)
    showColumn('<select><option>Auto</option><option>Audio only</option></select><button>2</button>')
    return pressArrow('ArrowDown')
  }
  expect(isLeft(television)).toBe(true)
  expect(isLeft({ width: 1920, pointer: 'fine', hover: 'hover' })).toBe(false)
  document.body.replaceChildren()
})

describe('an arrow key in the content of a page', () => {
  /** Shows controls at these places and focuses the first of the content. */
  function showPage(html: string) {
    stubDevice(television)
    document.body.innerHTML = html
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const [left = 0, top = 0] = (this.getAttribute('data-at') ?? '').split(' ').map(Number)
      return new DOMRect(left, top, 100, 50)
    })
    Object.assign(Element.prototype, { checkVisibility: () => true, scrollIntoView: () => undefined })
    document.querySelector<HTMLElement>('main button')?.focus()
  }
  const pressed = (key: string) => {
    pressArrow(key)
    return document.activeElement?.textContent
  }
  afterEach(() => document.body.replaceChildren())

  it('moves to the side navigation with Left only', { tags: 'shell.arrows' }, () => {
    showPage('<nav><a href="/" data-at="0 200">Navigation</a></nav><main><button data-at="400 100">1</button></main>')
    for (const key of ['ArrowDown', 'ArrowRight']) expect(pressed(key)).toBe('1')
    expect(pressed('ArrowLeft')).toBe('Navigation')
  })

  it('prefers the content to the navigation, however far it is', { tags: 'shell.arrows' }, () => {
    const row = '<button data-at="400 100">1</button><button data-at="1400 200">2</button>'
    showPage(`<nav><a href="/" data-at="250 170">Navigation</a></nav><main>${row}</main>`)
    expect(pressed('ArrowDown')).toBe('2')
  })

  it('shows the top of the page with the header', { tags: 'shell.arrows' }, () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    showPage(`<header><a href="/" data-at="400 0">Header</a></header>
      <main><button data-at="400 300">1</button><button data-at="400 200">2</button></main>`)
    expect(pressed('ArrowUp')).toBe('2')
    expect(scrollTo).not.toHaveBeenCalled()
    expect(pressed('ArrowUp')).toBe('Header')
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 })
  })
})
