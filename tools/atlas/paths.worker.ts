/** Finds paths beside the page, so that a large machine never holds it up. */
import { isCompany, type CompanyName } from '../../tests/machines/companies.ts'
import { endsOf, rehearse, type Company } from '../model-testing/company.ts'
import {
  chooseScenes,
  companyHeadline,
  COMPANY_FORMATS,
  leftWords,
  renderScenes,
  sceneSteps,
} from '../model-testing/companyFormats.ts'
import { choose, FORMATS, headline, remarks, render, stepsOf, type Format } from '../model-testing/formats.ts'
import type { Model } from '../model-testing/model.ts'
import { ways } from '../model-testing/ways.ts'
import { momentWords } from '../model-testing/words.ts'
import type { PathsAnswer, PathsQuestion } from './findPaths.ts'

const models = import.meta.glob<Model>('../../tests/machines/*.model.ts', { import: 'default' })

async function modelOf(name: string): Promise<Model> {
  const found = Object.entries(models).find(([path]) => path.endsWith(`/${name}.model.ts`))?.[1]
  if (!found) throw new Error(`${name} has no model.`)
  return found()
}

const walked = new Map<CompanyName, Company>()

/** Machines together: their wiring is fetched by whoever asks for them, and walked once. */
async function answerTogether(name: string, to: string | undefined, limit: number): Promise<PathsAnswer> {
  if (!isCompany(name)) throw new Error(`${name} talks to no machine.`)
  const { casts } = await import('../../tests/machines/together.ts')
  const company = walked.get(name) ?? rehearse(casts[name])
  walked.set(name, company)
  const chosen = chooseScenes(company, to, limit)
  if (limit === 0) return { kind: 'sized', words: companyHeadline(chosen), ends: endsOf(casts[name]) }
  return {
    kind: 'found',
    headline: companyHeadline(chosen),
    remarks: leftWords(chosen),
    lead: 0,
    texts: Object.fromEntries(COMPANY_FORMATS.map((format) => [format, renderScenes(chosen, format)])),
    paths: chosen.paths.map((path) => sceneSteps(casts[name], path)),
  }
}

async function answer({ machine, wish, limit, together }: PathsQuestion): Promise<PathsAnswer> {
  try {
    if (together) return await answerTogether(machine, wish.to, limit)
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
