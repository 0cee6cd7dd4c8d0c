/** Asks a worker for paths; each question once. */
import { type PathRequest } from '../model-testing/pathSearch.ts'
import { type PathCount } from '../model-testing/simplePaths.ts'
import { layoutSettled } from './layout.ts'

/** `limit`: how many paths at most; 0 only counts them. */
export type PathWorkerRequest = {
  readonly id: number
  readonly machine: string
  readonly request: PathRequest
  readonly limit: number
  /** With the machines that it talks to. */
  readonly isSystem: boolean
}

export type FoundPath = {
  readonly input: string
  readonly start: string
  readonly steps: readonly { readonly text: string; readonly expected: string }[]
}

export type PathWorkerResponse =
  | { readonly kind: 'counted'; readonly count: PathCount }
  /** Of machines together: their size in words, and the states that paths can lead to. */
  | { readonly kind: 'sized'; readonly text: string; readonly endStates: readonly string[] }
  | {
      readonly kind: 'found'
      readonly headline: string
      readonly notes: readonly string[]
      readonly prefixLength: number
      /** By the label of the button that copies them. */
      readonly texts: Readonly<Record<string, string>>
      readonly paths: readonly FoundPath[]
    }
  | { readonly kind: 'failed'; readonly message: string }

/** A question that takes longer is given up, in ms. */
const TIMEOUT = 20_000

let worker: Worker | undefined
let lastId = 0

function askWorker(
  machine: string,
  request: PathRequest,
  limit: number,
  isSystem: boolean,
): Promise<PathWorkerResponse> {
  const id = ++lastId
  const currentWorker = (worker ??= new Worker(new URL('./paths.worker.ts', import.meta.url), { type: 'module' }))
  return new Promise((resolve) => {
    const finish = (answer: PathWorkerResponse): void => {
      clearTimeout(timer)
      currentWorker.removeEventListener('message', onMessage)
      currentWorker.removeEventListener('error', onError)
      resolve(answer)
    }
    const giveUp = (message: string): void => {
      // A worker that does not answer is of no use to the next question either.
      currentWorker.terminate()
      if (worker === currentWorker) worker = undefined
      finish({ kind: 'failed', message })
    }
    const onError = (): void => giveUp('The paths could not be found: the worker did not start.')
    const onMessage = ({ data }: MessageEvent<{ id: number; answer: PathWorkerResponse }>): void => {
      if (data.id === id) finish(data.answer)
    }
    const timer = setTimeout(() => giveUp('This took longer than 20 seconds and was stopped.'), TIMEOUT)
    currentWorker.addEventListener('message', onMessage)
    currentWorker.addEventListener('error', onError)
    const message: PathWorkerRequest = { id, machine, request, limit, isSystem }
    currentWorker.postMessage(message)
  })
}

const responses = new Map<string, Promise<PathWorkerResponse>>()

/** The answer to this question; a failure is asked anew the next time. */
export function findPaths(
  machine: string,
  request: PathRequest,
  limit: number,
  isSystem = false,
): Promise<PathWorkerResponse> {
  const name = JSON.stringify([machine, request, limit, isSystem])
  const answer = responses.get(name) ?? layoutSettled(machine).then(() => askWorker(machine, request, limit, isSystem))
  responses.set(name, answer)
  return answer
}

/** Forgets what failed, so that it can be tried again. */
export function clearPaths(machine: string, request: PathRequest, limit: number, isSystem = false): void {
  responses.delete(JSON.stringify([machine, request, limit, isSystem]))
}
