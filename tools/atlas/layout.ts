/** Lays out charts in a same-origin worker, each of them once. */
import { createLayoutRequest, type Direction } from './layoutRequest.ts'
import { type ChartLayout } from './chartLayout.ts'
import { layoutEngine } from './engine.ts'
import { type Graph } from './graph.ts'
import { createCanvasMeasure, TEXT_STYLES, FONT_FAMILY } from './textMeasure.ts'

type Frame = { readonly width: number; readonly height: number }

export type LayoutResult = { readonly kind: 'laidOut'; readonly layout: ChartLayout } | { readonly kind: 'failed' }

const measureText = createCanvasMeasure()

/** Texts are measured after the fonts have loaded. */
const fonts = Promise.all(
  Object.values(TEXT_STYLES).map(({ size, weight }) => document.fonts.load(`${weight} ${size}px ${FONT_FAMILY}`)),
).catch(() => undefined)

const layoutResults = new Map<string, Promise<LayoutResult>>()

async function layOut(graph: Graph, direction: Direction, screens: ReadonlySet<string>): Promise<ChartLayout> {
  await fonts
  const { request, parse } = createLayoutRequest(graph, measureText, direction, screens)
  return parse(await layoutEngine.layout(request))
}

const scaleIn = (frame: Frame, { width, height }: ChartLayout): number =>
  Math.min(frame.width / width, frame.height / height)

/** Whether a downward layout has about the proportions of the frame. A layout to the right would then be smaller. */
function fitsFrame(frame: Frame, { width, height }: ChartLayout): boolean {
  const wider = width / height / Math.max(1, frame.width / frame.height)
  return wider > 0.4 && wider < 1.4
}

async function layOutIn(graph: Graph, frame: Frame, screens: Promise<ReadonlySet<string>>): Promise<LayoutResult> {
  try {
    const shown = await screens
    const down = await layOut(graph, 'DOWN', shown)
    if (fitsFrame(frame, down)) return { kind: 'laidOut', layout: down }
    const across = await layOut(graph, 'RIGHT', shown)
    return { kind: 'laidOut', layout: scaleIn(frame, across) > scaleIn(frame, down) ? across : down }
  } catch (error) {
    console.warn(error)
    return { kind: 'failed' }
  }
}

const currentFrame = (): Frame => ({ width: Math.max(320, innerWidth - 640), height: Math.max(320, innerHeight - 130) })

const noStates = Promise.resolve<ReadonlySet<string>>(new Set())
const nameOf = (graph: Graph, withScreens: boolean): string => `${graph.name}${withScreens ? ' with screens' : ''}`

/**
 * Lays out a graph once, downward or to the right, whichever is larger in the frame. The states of `screens` reserve
 * space for their screenshots.
 */
export function layoutOf(graph: Graph, screens?: Promise<ReadonlySet<string>>): Promise<LayoutResult> {
  const name = nameOf(graph, screens !== undefined)
  const result = layoutResults.get(name) ?? layOutIn(graph, currentFrame(), screens ?? noStates)
  layoutResults.set(name, result)
  return result
}

/** Resolves when no layout of a machine is running. Work with a lower priority waits for it. */
export const layoutSettled = async (name: string): Promise<void> => void (await layoutResults.get(name))

/** Removes a failed layout, so that the next call repeats it. */
export function clearLayout(graph: Graph, withScreens: boolean): void {
  layoutResults.delete(nameOf(graph, withScreens))
}
