/** Asks a worker for paths; each question once. */
import { type Format } from '../model-testing/formats.ts'
import { type Count, type Wish } from '../model-testing/ways.ts'
import { settled } from './layout.ts'

/** `limit`: how many paths at most; 0 only counts them. */
export type PathsQuestion = {
  readonly id: number
  readonly machine: string
  readonly wish: Wish
  readonly limit: number
  /** With the machines that it talks to. */
  readonly together: boolean
}

export type FoundPath = {
  readonly input: string
  readonly start: string
  readonly steps: readonly { readonly words: string; readonly now: string }[]
}

export type PathsAnswer =
  | { readonly kind: 'counted'; readonly count: Count }
  /** Of machines together: their size in words, and the states that paths can lead to. */
  | { readonly kind: 'sized'; readonly words: string; readonly ends: readonly string[] }
  | {
      readonly kind: 'found'
      readonly headline: string
      readonly remarks: readonly string[]
      readonly lead: number
      readonly texts: Readonly<Partial<Record<Format, string>>>
      readonly paths: readonly FoundPath[]
    }
  | { readonly kind: 'failed'; readonly message: string }

/** A question that takes longer is given up, in ms. */
const PATIENCE = 20_000

let worker: Worker | undefined
let asked = 0

function ask(machine: string, wish: Wish, limit: number, together: boolean): Promise<PathsAnswer> {
  const id = ++asked
  const own = (worker ??= new Worker(new URL('./paths.worker.ts', import.meta.url), { type: 'module' }))
  return new Promise((resolve) => {
    const end = (answer: PathsAnswer): void => {
      clearTimeout(timer)
      own.removeEventListener('message', hear)
      own.removeEventListener('error', fail)
      resolve(answer)
    }
    const giveUp = (message: string): void => {
      // A worker that does not answer is of no use to the next question either.
      own.terminate()
      if (worker === own) worker = undefined
      end({ kind: 'failed', message })
    }
    const fail = (): void => giveUp('The paths could not be found: the worker did not start.')
    const hear = ({ data }: MessageEvent<{ id: number; answer: PathsAnswer }>): void => {
      if (data.id === id) end(data.answer)
    }
    const timer = setTimeout(() => giveUp('This took longer than 20 seconds and was stopped.'), PATIENCE)
    own.addEventListener('message', hear)
    own.addEventListener('error', fail)
    const question: PathsQuestion = { id, machine, wish, limit, together }
    own.postMessage(question)
  })
}

const known = new Map<string, Promise<PathsAnswer>>()

/** The answer to this question; a failure is asked anew the next time. */
export function findPaths(machine: string, wish: Wish, limit: number, together = false): Promise<PathsAnswer> {
  const name = JSON.stringify([machine, wish, limit, together])
  const answer = known.get(name) ?? settled(machine).then(() => ask(machine, wish, limit, together))
  known.set(name, answer)
  return answer
}

/** Forgets what failed, so that it can be tried again. */
export function forgetPaths(machine: string, wish: Wish, limit: number, together = false): void {
  known.delete(JSON.stringify([machine, wish, limit, together]))
}
