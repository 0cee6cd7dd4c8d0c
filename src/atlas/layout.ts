/** Lays charts out in a worker of our own origin; each once. */
import { question, type Direction, type Picture } from './arrange.ts'
import { engine } from './engine.ts'
import { type Graph } from './graph.ts'
import { canvasMeasure, FACES, FAMILY } from './measure.ts'

export type Frame = { readonly width: number; readonly height: number }

export type Drawn = { readonly kind: 'drawn'; readonly picture: Picture } | { readonly kind: 'failed' }

const measure = canvasMeasure()

/** Words are measured in the font in which they will stand. */
const fonts = Promise.all(
  Object.values(FACES).map(({ size, weight }) => document.fonts.load(`${weight} ${size}px ${FAMILY}`)),
).catch(() => undefined)

const known = new Map<string, Promise<Drawn>>()

async function layOut(graph: Graph, direction: Direction): Promise<Picture> {
  await fonts
  const { asked, read } = question(graph, measure, direction)
  return read(await engine.layout(asked))
}

/** How large a picture is where all of it is in view. */
const scaleIn = (frame: Frame, { width, height }: Picture): number =>
  Math.min(frame.width / width, frame.height / height)

async function draw(graph: Graph, frame: Frame): Promise<Drawn> {
  try {
    const pictures = await Promise.all([layOut(graph, 'DOWN'), layOut(graph, 'RIGHT')])
    const [best] = pictures.sort((a, b) => scaleIn(frame, b) - scaleIn(frame, a))
    return best ? { kind: 'drawn', picture: best } : { kind: 'failed' }
  } catch (error) {
    console.warn(error)
    return { kind: 'failed' }
  }
}

/** The picture of a graph, down or across, whichever is larger in the frame; drawn once. */
export function pictureOf(graph: Graph, frame: Frame): Promise<Drawn> {
  const drawn = known.get(graph.name) ?? draw(graph, frame)
  known.set(graph.name, drawn)
  return drawn
}

/** Forgets a picture that failed, so that it can be tried again. */
export function forget(graph: Graph): void {
  known.delete(graph.name)
}
