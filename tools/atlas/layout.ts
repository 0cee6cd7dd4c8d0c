/** Lays charts out in a worker of our own origin; each once. */
import { createLayoutRequest, type Direction } from './layoutRequest.ts'
import { type Picture } from './picture.ts'
import { layoutEngine } from './engine.ts'
import { type Graph } from './graph.ts'
import { createCanvasMeasure, TEXT_STYLES, FONT_FAMILY } from './textMeasure.ts'

type Frame = { readonly width: number; readonly height: number }

export type LayoutResult = { readonly kind: 'drawn'; readonly picture: Picture } | { readonly kind: 'failed' }

const measureText = createCanvasMeasure()

/** Words are measured in the font in which they will stand. */
const fonts = Promise.all(
  Object.values(TEXT_STYLES).map(({ size, weight }) => document.fonts.load(`${weight} ${size}px ${FONT_FAMILY}`)),
).catch(() => undefined)

const layoutResults = new Map<string, Promise<LayoutResult>>()

async function layOut(graph: Graph, direction: Direction, screens: ReadonlySet<string>): Promise<Picture> {
  await fonts
  const { asked, read } = createLayoutRequest(graph, measureText, direction, screens)
  return read(await layoutEngine.layout(asked))
}

/** How large a picture is where all of it is in view. */
const scaleIn = (frame: Frame, { width, height }: Picture): number =>
  Math.min(frame.width / width, frame.height / height)

/** Whether a picture that leads down has about the proportions of the frame: across it would be smaller. */
function fitsFrame(frame: Frame, { width, height }: Picture): boolean {
  const wider = width / height / Math.max(1, frame.width / frame.height)
  return wider > 0.4 && wider < 1.4
}

async function draw(graph: Graph, frame: Frame, screens: Promise<ReadonlySet<string>>): Promise<LayoutResult> {
  try {
    const shown = await screens
    const down = await layOut(graph, 'DOWN', shown)
    if (fitsFrame(frame, down)) return { kind: 'drawn', picture: down }
    const across = await layOut(graph, 'RIGHT', shown)
    return { kind: 'drawn', picture: scaleIn(frame, across) > scaleIn(frame, down) ? across : down }
  } catch (error) {
    console.warn(error)
    return { kind: 'failed' }
  }
}

/** About what the page leaves to a chart. */
const currentFrame = (): Frame => ({ width: Math.max(320, innerWidth - 640), height: Math.max(320, innerHeight - 130) })

const noStates = Promise.resolve<ReadonlySet<string>>(new Set())
const nameOf = (graph: Graph, withScreens: boolean): string => `${graph.name}${withScreens ? ' with screens' : ''}`

/**
 * The picture of a graph, down or across, whichever is larger in its frame; drawn once. With `screens`, these states
 * have room for the pictures of theirs.
 */
export function pictureOf(graph: Graph, screens?: Promise<ReadonlySet<string>>): Promise<LayoutResult> {
  const name = nameOf(graph, screens !== undefined)
  const drawn = layoutResults.get(name) ?? draw(graph, currentFrame(), screens ?? noStates)
  layoutResults.set(name, drawn)
  return drawn
}

/** Resolved as soon as nothing of a machine is being laid out: what can wait leaves it the processor. */
export const layoutSettled = async (name: string): Promise<void> => void (await layoutResults.get(name))

/** Forgets a picture that failed, so that it can be tried again. */
export function clearPicture(graph: Graph, withScreens: boolean): void {
  layoutResults.delete(nameOf(graph, withScreens))
}
