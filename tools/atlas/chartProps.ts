import { type PointerEvent } from 'react'
import { type Selected } from './hashRoute.ts'
import { type Screenshot } from './gallery.ts'
import { type ChartLayout } from './chartLayout.ts'

/** A simulated machine: the active states, the enabled transitions and the transitions taken last. */
export type Live = {
  readonly current: ReadonlySet<string>
  /** The leaf states that the last step entered. */
  readonly entered: ReadonlySet<string>
  readonly possible: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
}

/** The state or the edge under the mouse pointer. */
export type Hovered = { readonly kind: 'state'; readonly path: string } | { readonly kind: 'edge'; readonly id: string }

/** Only a mouse hovers; touch selects. */
export const hoverHandlers = (onHover: (hovered: Hovered | undefined) => void, hovered: Hovered) => ({
  onPointerEnter: ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') onHover(hovered)
  },
  onPointerLeave: () => onHover(undefined),
})

export type ChartProps = {
  readonly layout: ChartLayout
  readonly selected: Selected | undefined
  readonly live: Live | undefined
  readonly screenshotsOf: (path: string) => readonly Screenshot[]
  readonly onSelect: (selected: Selected) => void
}
