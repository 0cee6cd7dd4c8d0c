/** Requests paths from a worker. Equal requests share a response. */
import { type PathRequest } from '../model-testing/pathSearch.ts'
import { type PathCount } from '../model-testing/simplePaths.ts'
import { layoutSettled } from './layout.ts'

/** `limit`: the maximum number of paths; 0 only counts them. */
export type PathWorkerRequest = {
  readonly id: number
  readonly machine: string
  readonly request: PathRequest
  readonly limit: number
  /** Includes child machines and peers. */
  readonly isSystem: boolean
}

export type FoundPath = {
  readonly input: string
  readonly start: string
  readonly steps: readonly { readonly text: string; readonly expected: string }[]
}

export type PathWorkerResponse =
  | { readonly kind: 'counted'; readonly count: PathCount }
  /** The size of a system as text, and the states in which its paths can end. */
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

/** In ms. The exploration of a whole system takes up to 20 s on a slow computer. */
const TIMEOUT = 60_000

let worker: Worker | undefined
let lastId = 0

function requestPaths(
  machine: string,
  request: PathRequest,
  limit: number,
  isSystem: boolean,
): Promise<PathWorkerResponse> {
  const id = ++lastId
  const currentWorker = (worker ??= new Worker(new URL('./paths.worker.ts', import.meta.url), { type: 'module' }))
  return new Promise((resolve) => {
    const finish = (response: PathWorkerResponse): void => {
      clearTimeout(timer)
      currentWorker.removeEventListener('message', onMessage)
      currentWorker.removeEventListener('error', onError)
      resolve(response)
    }
    const fail = (message: string): void => {
      // The next request needs a worker that responds.
      currentWorker.terminate()
      if (worker === currentWorker) worker = undefined
      finish({ kind: 'failed', message })
    }
    const onError = (): void => fail('The worker for paths did not start.')
    const onMessage = ({ data }: MessageEvent<{ id: number; response: PathWorkerResponse }>): void => {
      if (data.id === id) finish(data.response)
    }
    const timer = setTimeout(() => fail('This took longer than a minute and was stopped.'), TIMEOUT)
    currentWorker.addEventListener('message', onMessage)
    currentWorker.addEventListener('error', onError)
    const message: PathWorkerRequest = { id, machine, request, limit, isSystem }
    currentWorker.postMessage(message)
  })
}

const responses = new Map<string, Promise<PathWorkerResponse>>()

/** Resolves to the response of the worker, also when it failed. Call `clearPaths` before a retry. */
export function findPaths(
  machine: string,
  request: PathRequest,
  limit: number,
  isSystem = false,
): Promise<PathWorkerResponse> {
  const name = JSON.stringify([machine, request, limit, isSystem])
  const response =
    responses.get(name) ?? layoutSettled(machine).then(() => requestPaths(machine, request, limit, isSystem))
  responses.set(name, response)
  return response
}

/** Removes a response, so that the next call repeats the request. */
export function clearPaths(machine: string, request: PathRequest, limit: number, isSystem = false): void {
  responses.delete(JSON.stringify([machine, request, limit, isSystem]))
}
