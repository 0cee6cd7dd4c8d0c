import type { ApiClient } from './apiClient.ts'

type Method = 'DELETE' | 'GET' | 'POST' | 'PUT'
type Call = (...parameters: readonly unknown[]) => Promise<unknown>

/** A client whose code loads with the first call, or with `load`. From then on it sends a call at once. */
export function createLazyApiClient(loadClient: () => Promise<ApiClient>): {
  api: ApiClient
  load: () => Promise<void>
} {
  let client: ApiClient | undefined
  const load = async () => {
    const loaded = await loadClient()
    client ??= loaded
    return client
  }
  const call =
    (method: Method): Call =>
    async (...parameters) =>
      Reflect.apply((client ?? (await load()))[method] as Call, undefined, parameters)
  const methods: Readonly<Record<Method, Call>> = {
    DELETE: call('DELETE'),
    GET: call('GET'),
    POST: call('POST'),
    PUT: call('PUT'),
  }
  return { api: methods as unknown as ApiClient, load: async () => void (await load()) }
}
