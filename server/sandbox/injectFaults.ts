import { parseBody } from 'hono/utils/body'
import { calls, type CallName } from '../../openapi/codes.ts'
import { isPathOf, ConnectionCutError, type Fault, type Faults } from './faults.ts'
import { delayCall } from './callDelays.ts'
import { REFUSALS } from './refusals.ts'
import {
  FORBIDDEN,
  INTERNAL_ERROR,
  NOT_LOGGED_IN,
  TOO_MANY_REQUESTS,
  createRefusalResponse,
  type WpRefusal,
} from './wordpress.ts'

/** The fault `markup` appends this to every string of a response. It would run if the page inserted it as HTML. */
export const MARKUP_PAYLOAD =
  '<img src="x" onerror="globalThis.statecastMarkup=true"><script>globalThis.statecastMarkup=true</script><b>bold</b>'

const HTML_PAGE = `<!doctype html>
<html lang="en"><head><title>503 Service Unavailable</title></head>
<body><h1>Service Unavailable</h1><p>The server is temporarily unable to service your request.</p></body></html>
`

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

/** The refusal that the contract lists for this call. */
function refusalFor(method: string, path: string): WpRefusal {
  const names = Object.keys(calls).filter((name) => {
    const [wantedMethod, template = ''] = name.split(' ')
    return wantedMethod === method && isPathOf(template, path)
  })
  const name = names.find(isCallName)
  return name ? REFUSALS[name] : FORBIDDEN
}

function appendMarkup(value: unknown, markup: string): unknown {
  if (typeof value === 'string') return value + markup
  if (Array.isArray(value)) return value.map((entry) => appendMarkup(entry, markup))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, appendMarkup(entry, markup)]))
}

function withBody(response: Response, body: string): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(body, { status: response.status, headers })
}

/** The query and body fields of a request, sent as JSON or as a form. */
async function parseFields(request: Request): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const copy = request.clone()
  const type = copy.headers.get('content-type') ?? ''
  try {
    if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
      return { ...query, ...(await parseBody(copy)) }
    }
    const parsed: unknown = JSON.parse(await copy.text())
    return typeof parsed === 'object' ? { ...query, ...parsed } : query
  } catch {
    // The call itself refuses a body that cannot be parsed.
    return query
  }
}

async function applyFault(
  fault: Fault,
  faults: Faults,
  request: Request,
  path: string,
  call: () => Promise<Response>,
): Promise<Response> {
  const refuseWith = (refusal: WpRefusal) =>
    createRefusalResponse({ ...refusal, message: fault.message ?? refusal.message })
  switch (fault.fault) {
    case 'delay': {
      const wait = faults.createDelay(fault.ms ?? 0)
      // Delayed after the key is claimed, so that a second request with the same key finds it in progress.
      if (!request.headers.has('idempotency-key')) await wait()
      else delayCall(request, wait)
      return call()
    }
    case 'cut-before':
      throw new ConnectionCutError()
    case 'cut-after':
      await call()
      throw new ConnectionCutError()
    case 'status-401':
      return refuseWith(NOT_LOGGED_IN)
    case 'status-429':
      return refuseWith(TOO_MANY_REQUESTS)
    case 'status-500':
      return refuseWith(INTERNAL_ERROR)
    case 'refuse':
      return refuseWith(refusalFor(request.method, path))
    case 'html':
      return new Response(HTML_PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
    case 'broken-json': {
      const response = await call()
      const text = await response.text()
      return withBody(response, text.slice(0, Math.floor(text.length / 2)))
    }
    case 'empty':
      return withBody(await call(), '')
    case 'markup': {
      const response = await call()
      return withBody(response, JSON.stringify(appendMarkup(await response.json(), fault.message ?? MARKUP_PAYLOAD)))
    }
    case 'stall':
    case 'off-air':
    case undefined:
      return call()
  }
}

/**
 * Wraps the host with the active faults. `cut-before`, `refuse`, `html` and the statuses replace the call. With
 * `cut-after`, `broken-json`, `empty` and `markup` the call takes effect and its response is changed or dropped.
 */
export function injectFaults(
  faults: Faults,
  host: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    const fault = await faults.consume(request.method, pathname, () => parseFields(request))
    return fault ? applyFault(fault, faults, request, pathname, () => host(request)) : host(request)
  }
}
