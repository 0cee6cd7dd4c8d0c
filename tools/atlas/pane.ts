/** Zooms and pans a layer of an SVG by mouse, touch and calls. The viewBox is the whole chart. */
import { select } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomTransform } from 'd3-zoom'
import { type Rect } from './chartLayout.ts'

/** Screen px per chart px: the maximum for enlarging a small chart, and the minimum for readable text. */
const MAX_FIT_SCALE = 1.15
const READABLE_SCALE = 0.95
const MAX_SCALE = 3
/** Below this scale only names are drawn. */
const NAMES_ONLY_SCALE = 0.45
/** The maximum size of these names in screen px, and their size in the chart. */
const NAME_SIZE = { max: 15, inChart: 38 }

export type Pane = {
  readonly zoomBy: (factor: number) => void
  /** Moves by screen px. */
  readonly moveBy: (x: number, y: number) => void
  readonly fit: () => void
  /** Brings a part of the chart into view at a readable scale. */
  readonly show: (rect: Rect) => void
  /** Brings a part of the chart into view at the current scale, or at a smaller one if it does not fit. */
  readonly reveal: (rect: Rect) => void
  readonly close: () => void
}

export function createPane(
  svg: SVGSVGElement,
  layer: SVGGElement,
  { width, height }: { width: number; height: number },
): Pane {
  let current: ZoomTransform = zoomIdentity
  let isTouched = false

  /** Returns the screen px per chart px without zoom, and the part of the chart that is then in view. */
  const measure = (): { scale: number; view: Rect } => {
    const frame = svg.getBoundingClientRect()
    const scale = Math.min(frame.width / width, frame.height / height) || 1
    const view = { width: frame.width / scale, height: frame.height / scale }
    return { scale, view: { ...view, x: (width - view.width) / 2, y: (height - view.height) / 2 } }
  }

  const zoomBehavior = zoom<SVGSVGElement, unknown>()
    .clickDistance(4)
    .extent(() => {
      const { x, y, width: wide, height: high } = measure().view
      return [
        [x, y],
        [x + wide, y + high],
      ]
    })
    .translateExtent([
      [-width, -height],
      [2 * width, 2 * height],
    ])
    .on('start', ({ sourceEvent }: { sourceEvent: unknown }) => {
      if (!sourceEvent) return
      isTouched = true
      layer.removeAttribute('data-gliding')
    })
    .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
      current = transform
      const scale = transform.k * measure().scale
      svg.toggleAttribute('data-zoomed-out', scale < NAMES_ONLY_SCALE)
      svg.style.setProperty('--distant-name-scale', String(Math.min(1, NAME_SIZE.max / (NAME_SIZE.inChart * scale))))
      svg.style.setProperty('--tooltip', String(1 / scale))
      // A CSS property instead of an attribute, so that the print stylesheet can override it.
      layer.style.transform = `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})`
    })
  const selection = select(svg).call(zoomBehavior).on('dblclick.zoom', null)

  const move = (to: ZoomTransform, gliding: boolean): void => {
    layer.toggleAttribute('data-gliding', gliding)
    zoomBehavior.transform(selection, to)
  }

  const fit = (gliding: boolean): void => {
    const k = Math.min(1, MAX_FIT_SCALE / measure().scale)
    isTouched = false
    move(zoomIdentity.translate((width / 2) * (1 - k), (height / 2) * (1 - k)).scale(k), gliding)
  }

  const adaptToFrame = (): void => {
    const { scale } = measure()
    zoomBehavior.scaleExtent([Math.min(0.4, 0.4 / scale), Math.max(1, MAX_SCALE / scale)])
    if (!isTouched) fit(false)
  }
  adaptToFrame()
  const observer = new ResizeObserver(adaptToFrame)
  observer.observe(svg)

  const isInView = (rect: Rect): boolean => {
    const { view } = measure()
    const [left, top] = current.apply([rect.x, rect.y])
    const [right, bottom] = current.apply([rect.x + rect.width, rect.y + rect.height])
    return left >= view.x && top >= view.y && right <= view.x + view.width && bottom <= view.y + view.height
  }

  const largestFor = (rect: Rect, view: Rect): number =>
    Math.min((0.9 * view.width) / rect.width, (0.9 * view.height) / rect.height)

  const center = (rect: Rect, k: number): void => {
    isTouched = true
    const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2]
    move(
      zoomIdentity
        .translate(width / 2, height / 2)
        .scale(k)
        .translate(-x, -y),
      true,
    )
  }

  return {
    zoomBy: (factor) => {
      isTouched = true
      layer.toggleAttribute('data-gliding', true)
      zoomBehavior.scaleBy(selection, factor)
    },
    moveBy: (x, y) => {
      isTouched = true
      const { scale } = measure()
      move(current.translate(x / scale / current.k, y / scale / current.k), true)
    },
    fit: () => fit(true),
    show: (rect) => {
      const { scale, view } = measure()
      if (isInView(rect) && current.k * scale >= READABLE_SCALE * 0.75) return
      const wanted = Math.max(current.k, READABLE_SCALE / scale)
      center(rect, Math.min(wanted, largestFor(rect, view)))
    },
    reveal: (rect) => {
      if (!isInView(rect)) center(rect, Math.min(current.k, largestFor(rect, measure().view)))
    },
    close: () => {
      observer.disconnect()
      selection.on('.zoom', null)
    },
  }
}
