import { createApiClient, type ApiClientOptions } from '../../src/api/apiClient.ts'

/** An API client with a token. `fetch` replaces the network. */
export const createFakeApi = (fetch: NonNullable<ApiClientOptions['fetch']>) =>
  createApiClient({
    baseUrl: 'https://host.test',
    token: () => 'token',
    xsrf: () => 'cross-site',
    serviceName: 'Statecast',
    fetch,
  })

/** A refusal of the host. */
export const refusalResponse = (status: number, code: string, message: string) =>
  Response.json({ code, message, data: { status } }, { status })
