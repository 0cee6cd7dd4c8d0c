import {
  contract,
  findCall,
  refusalCodesOf,
  resolveReference,
  schemaErrors,
  type ContractCall,
  type Schema,
} from './contract.ts'

/**
 * Validates requests and responses between browser, edge and host by openapi/host.yaml: in the tests of sandbox and edge,
 * in every browser test, and for a live host in `npm run contract`.
 */

/** `browser`: requests to the edge. `host`: requests of the edge. */
export type ContractSide = 'browser' | 'host'

/** The part to validate. A test that sends an invalid request validates only the response. */
export type ExchangePart = 'both' | 'request' | 'response'

/** A request and its response. Header names are case-insensitive. */
export type Exchange = {
  method: string
  /** With the query, without the origin. */
  path: string
  requestHeaders: Readonly<Record<string, string>>
  /** The text, or the fields of a form; undefined without a body or for an unreadable form. */
  requestBody: string | Readonly<Record<string, string>> | undefined
  status: number
  responseHeaders: Readonly<Record<string, string>>
  responseBody: string
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const mediaType = (headers: Record<string, string>): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** Undefined when the text is not JSON. */
export const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const securityFindings = (call: ContractCall, headers: Record<string, string>, side: ContractSide): string[] => {
  const named = call.operation.security.flatMap((each) => Object.keys(each))
  const exchanged = call.operation['x-edge-exchanges-bearer'] === true && side === 'browser'
  const wants = (scheme: string) => named.includes(scheme)
  const bearer = exchanged || wants('bearer')
  const key = !exchanged && wants('serviceKey')
  const found: string[] = []
  const authorization = headers['authorization']
  if (bearer && !/^Bearer \S+$/.test(authorization ?? '')) found.push('the bearer is missing')
  if (!bearer && authorization !== undefined) found.push('the bearer must not be sent with this call')
  if (key && !headers['memberpress-api-key']) found.push('the service key is missing')
  if (!key && headers['memberpress-api-key'] !== undefined) found.push('the service key must not be sent here')
  if (wants('xsrf') && !headers['xsrf']) found.push('the header XSRF is missing')
  return found
}

const parameterFindings = (call: ContractCall, query: URLSearchParams, headers: Record<string, string>): string[] => {
  const found: string[] = []
  for (const parameter of call.parameters) {
    if (parameter.in === 'path') continue
    const given = parameter.in === 'query' ? query.get(parameter.name) : headers[parameter.name.toLowerCase()]
    if (given === null || given === undefined) {
      if (parameter.required) found.push(`${parameter.in} ${parameter.name} is missing`)
      continue
    }
    const value = parameter.schema.type === 'integer' && /^-?\d+$/.test(given) ? Number(given) : given
    found.push(...schemaErrors(parameter.schema, value).map((each) => `${parameter.in} ${parameter.name}: ${each}`))
  }
  const known = call.parameters.filter((each) => each.in === 'query').map((each) => each.name)
  for (const name of query.keys()) if (!known.includes(name)) found.push(`query ${name} is not in the contract`)
  return found
}

const bodyFindings = (call: ContractCall, headers: Record<string, string>, body: Exchange['requestBody']): string[] => {
  const declared = call.requestBody?.content
  if (!declared) return body ? ['a body was sent, but the contract defines none'] : []
  const type = mediaType(headers)
  const media = declared[type]
  if (!media) return [`the body is ${type || 'of no type'}, not ${Object.keys(declared).join(' or ')}`]
  if (type === 'multipart/form-data') return typeof body === 'object' ? schemaErrors(media.schema, body) : []
  if (typeof body !== 'string') return ['the body is missing']
  const json = parseJson(body)
  return json ? schemaErrors(media.schema, json.value) : ['the body is not JSON']
}

const refusalFindings = (call: ContractCall, status: number, body: unknown): string[] => {
  const code = (body as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return []
  if (!refusalCodesOf(call).includes(code)) return [`code ${code} is not listed for this call`]
  const expected = contract['x-error-codes'][code] ?? []
  const bodyStatus = (body as { data?: { status?: unknown } | null }).data?.status
  return [
    ...(expected.includes(status) ? [] : [`code ${code} comes with ${expected.join(' or ')}, not ${status}`]),
    ...(bodyStatus !== undefined && bodyStatus !== status
      ? [`data.status is ${JSON.stringify(bodyStatus)}, the status ${status}`]
      : []),
  ]
}

const responseFindings = (
  call: ContractCall,
  exchange: Exchange,
  headers: Record<string, string>,
  side: ContractSide,
): string[] => {
  const { status, responseBody } = exchange
  // The edge's response for an unreachable host.
  if (side === 'browser' && (status === 502 || status === 504) && responseBody === '') return []
  const declared = call.responses[String(status)] ?? (status >= 400 ? call.responses['default'] : undefined)
  if (!declared) return [`status ${status} is not in the contract`]
  const found: string[] = []
  for (const [name, header] of Object.entries(declared.headers ?? {})) {
    const { required, schema } = resolveReference<{ required?: boolean; schema: Schema }>(header)
    const value = headers[name.toLowerCase()]
    if (value !== undefined) found.push(...schemaErrors(schema, value).map((each) => `header ${name}: ${each}`))
    else if (required) found.push(`header ${name} is missing`)
  }
  const media = declared.content?.['application/json']
  if (!media) return found
  const json = parseJson(responseBody)
  if (mediaType(headers) !== 'application/json')
    found.push(`the response is ${mediaType(headers) || 'of no type'}, not JSON`)
  else if (!json) found.push('the response is not JSON')
  if (!json) return found
  const refusal = status >= 400 ? refusalFindings(call, status, json.value) : []
  return [...found, ...(refusal.length > 0 ? refusal : schemaErrors(media.schema, json.value))]
}

/** The violations of an exchange; empty when it is valid. */
export function violations(exchange: Exchange, side: ContractSide, part: ExchangePart = 'both'): string[] {
  const call = findCall(exchange.method, exchange.path)
  if (!call) return [`${exchange.method} ${exchange.path} is not in the contract`]
  const requestHeaders = lowerCased(exchange.requestHeaders)
  const query = new URLSearchParams(exchange.path.split('?')[1] ?? '')
  const requestFindings = () => [
    ...securityFindings(call, requestHeaders, side),
    ...parameterFindings(call, query, requestHeaders),
    ...bodyFindings(call, requestHeaders, exchange.requestBody),
  ]
  return [
    ...(part === 'response' ? [] : requestFindings()),
    ...(part === 'request' ? [] : responseFindings(call, exchange, lowerCased(exchange.responseHeaders), side)),
  ]
}

/** An exchange from Request and Response. Pass clones, because the bodies are consumed. */
export async function toExchange(request: Request, response: Response): Promise<Exchange> {
  const { pathname, search } = new URL(request.url)
  const requestHeaders = Object.fromEntries(request.headers)
  const isForm = (requestHeaders['content-type'] ?? '').startsWith('multipart/form-data')
  const form = isForm ? await request.formData() : undefined
  const text = isForm ? '' : await request.text()
  return {
    method: request.method,
    path: pathname + search,
    requestHeaders,
    requestBody: form
      ? Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
      : text || undefined,
    status: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: await response.text(),
  }
}

/** Wraps a server's fetch so that it throws at the first violation of the contract. */
export const withContractCheck =
  (handle: (request: Request) => Promise<Response>, side: ContractSide, part: ExchangePart = 'both') =>
  async (request: Request): Promise<Response> => {
    const requestCopy = request.clone()
    const response = await handle(request)
    const found = violations(await toExchange(requestCopy, response.clone()), side, part)
    if (found.length > 0) throw new Error(`${request.method} ${request.url} → ${response.status}: ${found.join('; ')}`)
    return response
  }
