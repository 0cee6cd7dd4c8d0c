import { unreachableTextFor } from '../api/errorTexts.ts'
import { loadOnce } from '../platform/loadChunk.ts'

const loadModule = loadOnce(() => import('./sessionCalls.ts'))

/** Loads the calls. Rejects like a call without a connection; the next call loads them again. */
export async function loadSessionCalls(service: string) {
  try {
    return await loadModule()
  } catch (cause) {
    throw new Error(unreachableTextFor('network', service), { cause })
  }
}

/** Loads the calls. */
export type LoadSessionCalls = () => ReturnType<typeof loadSessionCalls>
