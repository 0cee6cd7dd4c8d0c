import { type Context } from 'hono'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ConnectionCutError, type Fault } from './faults.ts'
import { resourcePath } from '../root.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** The origins of this machine. */
const LOOPBACK = 'http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*'

/** The policy of the provider pages. Only pages of this machine may embed them and lend them a font. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `img-src data:`,
  `font-src ${LOOPBACK}`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors ${LOOPBACK}`,
].join('; ')

const readSandboxFile = (path: string) => readFile(resourcePath(`server/sandbox/${path}`), 'utf8')

function respondWithFile(context: Context, path: string, body: string): Response {
  const ending = path.split('.').at(-1) ?? ''
  return context.body(body, 200, {
    'content-type': CONTENT_TYPES[ending] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(ending === 'html' && { 'content-security-policy': POLICY }),
  })
}

/** Serves a provider page or its assets, by the path below the sandbox folder. */
export async function serveProviderFile(context: Context, path: string): Promise<Response> {
  return respondWithFile(context, path, await readSandboxFile(path))
}

/** Serves a provider's script after the shared script of the frames, or applies the fault: a delay, a cut or an error. */
export async function serveProviderScript(context: Context, path: string, fault: Fault | undefined): Promise<Response> {
  if (fault?.fault === 'delay') await pause(fault.ms)
  else if (fault?.fault === 'cut-before' || fault?.fault === 'cut-after') throw new ConnectionCutError()
  else if (fault) {
    const status = fault.fault === 'status-401' ? 401 : fault.fault === 'status-429' ? 429 : 503
    return context.text('The script does not load.', status, { 'cache-control': 'no-store' })
  }
  const scripts = await Promise.all(['client/providerFrames.js', path].map(readSandboxFile))
  return respondWithFile(context, path, scripts.join('\n'))
}

/** The JSON fields of a request from a provider page; `{}` for anything else. */
export async function parseProviderFields(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const sent: unknown = await context.req.json().catch(() => undefined)
  return typeof sent === 'object' && sent !== null ? { ...sent } : {}
}
