/** A viewport that zooms and pans an SVG by mouse, touch and keyboard. */
import { useImperativeHandle, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { createPane, type Pane } from './pane.ts'
import classes from './Viewport.module.css'

const STEP = 64

/** The controls that the toolbar and the outline use. */
export type Controls = Pick<Pane, 'zoomBy' | 'fit' | 'show' | 'reveal'> & { readonly svg: () => SVGSVGElement | null }

type Props = {
  readonly width: number
  readonly height: number
  readonly label: string
  readonly description: string
  readonly ref: Ref<Controls>
  readonly onEmptyClick: () => void
  readonly children: ReactNode
}

export function Viewport({ width, height, label, description, ref, onEmptyClick, children }: Props) {
  const svg = useRef<SVGSVGElement>(null)
  const layer = useRef<SVGGElement>(null)
  const pane = useRef<Pane>(null)

  // A layout effect runs before the effects of the components that use the controls, so the pane exists by then.
  useLayoutEffect(() => {
    if (!svg.current || !layer.current) return undefined
    const created = createPane(svg.current, layer.current, { width, height })
    pane.current = created
    return () => {
      created.close()
      pane.current = null
    }
  }, [width, height])

  useImperativeHandle(ref, () => ({
    zoomBy: (factor) => pane.current?.zoomBy(factor),
    fit: () => pane.current?.fit(),
    show: (rect) => pane.current?.show(rect),
    reveal: (rect) => pane.current?.reveal(rect),
    svg: () => svg.current,
  }))

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const keys: Readonly<Record<string, (pane: Pane) => void>> = {
      '+': ({ zoomBy }) => zoomBy(1.3),
      '=': ({ zoomBy }) => zoomBy(1.3),
      '-': ({ zoomBy }) => zoomBy(1 / 1.3),
      '0': ({ fit }) => fit(),
      ArrowLeft: ({ moveBy }) => moveBy(STEP, 0),
      ArrowRight: ({ moveBy }) => moveBy(-STEP, 0),
      ArrowUp: ({ moveBy }) => moveBy(0, STEP),
      ArrowDown: ({ moveBy }) => moveBy(0, -STEP),
    }
    const command = keys[event.key]
    if (!command || !pane.current) return
    event.preventDefault()
    command(pane.current)
  }

  return (
    <div
      id="chart"
      className={classes.frame}
      tabIndex={0}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      data-wide={width > height}
    >
      <svg
        ref={svg}
        className={`chart ${classes.svg}`}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={description}
        onClick={onEmptyClick}
      >
        <g ref={layer} className={classes.layer}>
          {children}
        </g>
      </svg>
    </div>
  )
}
