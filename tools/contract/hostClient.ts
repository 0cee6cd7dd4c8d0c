import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Operation } from '../../openapi/operations.ts'
import { createHostFeatures } from '../../server/edge/hostFeatures.ts'
import { createHostUpstream } from '../../server/edge/hostUpstream.ts'
import { type ContractCall } from './contract.ts'
import { type CallValues } from './steps.ts'

/** A call of the contract with its values. */
export interface PreparedCall {
  call: ContractCall
  operation: Operation
  values: CallValues
}

export interface Credentials {
  token: string | undefined
  serviceKey: string | undefined
}

export interface HostAnswer {
  /** The path and query of the request. */
  target: string
  status: number
  headers: Record<string, string>
  text: string
}

/** The body of a request and its content type. */
async function encodeBody({ json, form }: CallValues) {
  if (json) return { body: new TextEncoder().encode(JSON.stringify(json)), type: 'application/json' }
  if (!form) return undefined
  const fields = new FormData()
  for (const [name, value] of Object.entries(form)) fields.append(name, value)
  const encoded = new Response(fields)
  return { body: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

function targetOf({ template }: ContractCall, { path = {}, query = {} }: CallValues): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function credentialHeaders({ membership, bearer }: Operation, { token, serviceKey }: Credentials) {
  if (membership) return { 'memberpress-api-key': serviceKey ?? '' }
  return bearer && { authorization: `Bearer ${token ?? ''}` }
}

/** Sends calls to a host over the connections of the edge, with its headers and timeouts. Follows no redirect. */
export function createHostClient(host: URL) {
  const upstream = createHostUpstream(host)
  const xsrf = randomUUID()
  return {
    /** Throws if no response arrives. */
    async send({ call, operation, values }: PreparedCall, credentials: Credentials): Promise<HostAnswer> {
      const { method } = operation
      const target = targetOf(call, values)
      const encoded = await encodeBody(values)
      const response = await upstream({
        method,
        target,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(encoded && { 'content-type': encoded.type }),
          ...(operation.xsrf && { xsrf, cookie: `XSRF-TOKEN=${xsrf}` }),
          ...credentialHeaders(operation, credentials),
        },
        ...(encoded && { body: encoded.body }),
        headersTimeout: method === 'GET' ? 20_000 : 35_000,
        bodyTimeout: 30_000,
      })
      const bytes = Buffer.isBuffer(response.body) ? response.body : await buffer(response.body)
      const headers = Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, [value].flat().join(', ')]],
      )
      return { target, status: response.status, headers: Object.fromEntries(headers), text: bytes.toString('utf8') }
    },
    /** The features that the edge switches off with this host, by WordPress's index of each namespace. */
    async readMissingFeatures(): Promise<readonly string[]> {
      const features = createHostFeatures({ upstream, warn: () => undefined })
      await features.read()
      return features.missing()
    },
    close: () => upstream.close(),
  }
}
