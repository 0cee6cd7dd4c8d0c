/** The middle column of the atlas: the heading of a machine, its chart and the toolbar. */
import { Suspense, use, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { type Scheme } from '../../src/ui/ThemeProvider.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { IconButton } from '../../src/ui/IconButton.tsx'
import { navigate, useScreenshotsShown, setScreenshotsShown, type Selected } from './hashRoute.ts'
import { type ChartLayout, type Rect } from './chartLayout.ts'
import { Chart } from './Chart.tsx'
import { type Live } from './chartProps.ts'
import classes from './ChartPanel.module.css'
import { loadGalleryIndex, statesWithScreenshots, screenshotsOf, type GalleryIndex } from './gallery.ts'
import { ROOT, type Graph } from './graph.ts'
import { Icon, type IconName } from './Icon.tsx'
import { clearLayout, layoutOf, type LayoutResult } from './layout.ts'
import { type MachineEntry } from './input.ts'
import { saveSvg } from './saveSvg.ts'
import { Viewport, type Controls } from './Viewport.tsx'
import { graphSizeText } from './chartText.ts'

type Props = {
  readonly entry: MachineEntry
  readonly graph: Graph
  readonly selected: Selected | undefined
  readonly live: Live | undefined
  /** Called with the state or transition that was clicked in the chart. */
  readonly onChoose: (chosen: Selected) => void
  readonly scheme: Scheme
  readonly onScheme: () => void
}

function boundsOf(rects: readonly Rect[]): Rect | undefined {
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))]
  const right = Math.max(...rects.map((rect) => rect.x + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return rects.length > 0 ? { x, y, width: right - x, height: bottom - y } : undefined
}

function rectOf(layout: ChartLayout, selected: Selected): Rect | undefined {
  if (selected.kind === 'state') return layout.boxes.find(({ state }) => state.path === selected.path)
  const edgeLine = layout.edgeLines.find(({ edge }) => edge.transitions.some(({ key }) => key === selected.key))
  if (!edgeLine)
    return layout.boxes.find(({ content }) => content.rows.some(({ transition }) => transition.key === selected.key))
  const { edge, points, label } = edgeLine
  const ends = layout.boxes.filter(
    ({ state }) => state.children.length === 0 && (state.path === edge.source || state.path === edge.target),
  )
  return boundsOf([...ends, ...(label ? [label] : []), ...points.map((point) => ({ ...point, width: 0, height: 0 }))])
}

const NO_SCREENSHOTS = Promise.resolve<GalleryIndex>({})

type CanvasProps = Pick<Props, 'graph' | 'selected' | 'live' | 'onChoose' | 'scheme'> & {
  readonly layoutPromise: Promise<LayoutResult>
  readonly index: Promise<GalleryIndex>
  readonly controls: RefObject<Controls | null>
  readonly onRetry: () => void
}

function Canvas({ graph, layoutPromise, index, scheme, selected, live, onChoose, controls, onRetry }: CanvasProps) {
  const result = use(layoutPromise)
  const gallery = use(index)
  const screenshotsOfState = useCallback(
    (path: string) => screenshotsOf(gallery, graph.name, path, scheme),
    [gallery, graph, scheme],
  )
  const layout = result.kind === 'laidOut' ? result.layout : undefined
  const pressed = useRef<Selected | undefined>(undefined)

  const choose = (chosen: Selected): void => {
    pressed.current = chosen
    onChoose(chosen)
  }

  useEffect(() => {
    const own = pressed.current
    pressed.current = undefined
    if (!layout || !selected || own) return
    const rect = rectOf(layout, selected)
    if (rect && !(selected.kind === 'state' && selected.path === ROOT)) controls.current?.show(rect)
  }, [layout, selected, controls])

  // During a simulation, the view follows the current states.
  useEffect(() => {
    const rect = boundsOf(layout?.boxes.filter(({ state }) => live?.entered.has(state.path)) ?? [])
    if (rect) controls.current?.reveal(rect)
  }, [layout, live, controls])

  if (!layout)
    return (
      <div role="alert" className={classes.failed}>
        <p>The chart could not be laid out. Its states and transitions stand in the list.</p>
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      </div>
    )
  return (
    <Viewport
      width={layout.width}
      height={layout.height}
      label="Chart: plus and minus zoom, 0 fits, arrows move"
      description={`Statechart ${graph.name}: ${graphSizeText(graph)}. The list has the same content as text.`}
      ref={controls}
      onEmptyClick={() => navigate({ machine: graph.name, selected: undefined })}
    >
      <Chart layout={layout} selected={selected} live={live} screenshotsOf={screenshotsOfState} onSelect={choose} />
    </Viewport>
  )
}

type ToolProps = { icon: IconName; name: string; isPressed?: boolean; onPress: () => void }

const Tool = ({ icon, name, isPressed, onPress }: ToolProps) => (
  <IconButton className={classes.tool} aria-label={name} aria-pressed={isPressed} title={name} onClick={onPress}>
    <Icon name={icon} />
  </IconButton>
)

/** Shown if screenshots are enabled and the machine has none. */
function NoScreenshotsNotice({ index, machine }: { index: Promise<GalleryIndex>; machine: string }) {
  if (statesWithScreenshots(use(index), machine).size > 0) return null
  return (
    <p role="status" className={classes.noScreenshots}>
      There are no screenshots of {machine} yet. Run <code>npm run gallery -- {machine}</code>.
    </p>
  )
}

export function ChartPanel({ entry, graph, selected, live, onChoose, scheme, onScheme }: Props) {
  const controls = useRef<Controls>(null)
  const [attempt, setAttempt] = useState(0)
  const showsScreenshots = useScreenshotsShown()
  const index = showsScreenshots ? loadGalleryIndex() : NO_SCREENSHOTS
  const screens = useMemo(
    () => (showsScreenshots ? loadGalleryIndex().then((all) => statesWithScreenshots(all, graph.name)) : undefined),
    [showsScreenshots, graph],
  )
  const other = scheme === 'dark' ? 'light' : 'dark'

  const save = (): void => {
    const svg = controls.current?.svg()
    if (svg) void saveSvg(svg, graph.name)
  }

  return (
    <>
      <div className={classes.head}>
        <div className={classes.heading}>
          <h1 className={classes.name}>{entry.name}</h1>
          <p className={classes.intent}>{entry.intent}</p>
          {showsScreenshots && (
            <Suspense fallback={null}>
              <NoScreenshotsNotice index={index} machine={graph.name} />
            </Suspense>
          )}
        </div>
        <div className={classes.tools} role="group" aria-label="Picture">
          <Tool icon="minus" name="Zoom out" onPress={() => controls.current?.zoomBy(1 / 1.3)} />
          <Tool icon="plus" name="Zoom in" onPress={() => controls.current?.zoomBy(1.3)} />
          <Tool icon="fit" name="Fit" onPress={() => controls.current?.fit()} />
          <Tool
            icon="screenshots"
            name="Screens in the chart"
            isPressed={showsScreenshots}
            onPress={() => setScreenshotsShown(!showsScreenshots)}
          />
          <Tool icon="save" name="Save as SVG" onPress={save} />
          <Tool icon="print" name="Print" onPress={() => print()} />
          <Tool icon={scheme === 'dark' ? 'sun' : 'moon'} name={`Show in ${other}`} onPress={onScheme} />
        </div>
      </div>
      <div className={classes.canvas}>
        <Suspense fallback={<p className={classes.loading}>Drawing {entry.name} …</p>}>
          <Canvas
            key={attempt}
            graph={graph}
            layoutPromise={layoutOf(graph, screens)}
            index={index}
            scheme={scheme}
            selected={selected}
            live={live}
            onChoose={onChoose}
            controls={controls}
            onRetry={() => {
              clearLayout(graph, showsScreenshots)
              setAttempt(attempt + 1)
            }}
          />
        </Suspense>
      </div>
    </>
  )
}
