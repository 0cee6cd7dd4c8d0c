/** Finds paths beside the page, so that a large machine never holds it up. */
import { choose, FORMATS, headline, remarks, render, stepsOf, type Format } from '../../tests/model/formats.ts'
import type { Model } from '../../tests/model/model.ts'
import { ways } from '../../tests/model/ways.ts'
import { momentWords } from '../../tests/model/words.ts'
import type { PathsAnswer, PathsQuestion } from './findPaths.ts'

const models = import.meta.glob<Model>('../../tests/machines/*.model.ts', { import: 'default' })

async function modelOf(name: string): Promise<Model> {
  const found = Object.entries(models).find(([path]) => path.endsWith(`/${name}.model.ts`))?.[1]
  if (!found) throw new Error(`${name} has no model.`)
  return found()
}

async function answer({ machine, wish, limit }: PathsQuestion): Promise<PathsAnswer> {
  try {
    const model = await modelOf(machine)
    const found = ways(model, wish)
    if (limit === 0) return { kind: 'counted', count: found.count }
    const chosen = choose(found, limit)
    const formats = Object.keys(FORMATS) as Format[]
    return {
      kind: 'found',
      headline: headline(found),
      remarks: remarks(chosen),
      lead: found.lead,
      texts: Object.fromEntries(formats.map((format) => [format, render(chosen, format)])) as Record<Format, string>,
      paths: chosen.paths.map((path) => ({
        input: path.input,
        start: momentWords(path.start.moment),
        steps: stepsOf(model, path).map(({ words, now }) => ({ words, now })),
      })),
    }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<PathsQuestion>) => {
  void answer(data).then((found) => postMessage({ id: data.id, answer: found }))
})
