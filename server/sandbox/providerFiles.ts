import { type Context } from 'hono'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ConnectionCutError, type Fault } from './faults.ts'
import { sandboxFilePath } from './sandboxFilePath.ts'

// Shared by the fake payment providers: serving their scripts and pages.

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** Only pages on this machine may embed a provider page, and it may connect to its own origin only. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `img-src data:`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*`,
].join('; ')

/** Serves a provider page or its assets, by the path below the sandbox folder. */
export async function serveProviderFile(context: Context, path: string): Promise<Response> {
  const ending = path.split('.').at(-1) ?? ''
  return context.body(new Uint8Array(await readFile(sandboxFilePath(path))), 200, {
    'content-type': CONTENT_TYPES[ending] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(ending === 'html' && { 'content-security-policy': POLICY }),
  })
}

/** Serves a provider's script, or applies the fault: delayed, cut, or an error status. */
export async function serveProviderScript(context: Context, path: string, fault: Fault | undefined): Promise<Response> {
  if (!fault) return serveProviderFile(context, path)
  if (fault.fault === 'delay') {
    await pause(fault.ms)
    return serveProviderFile(context, path)
  }
  if (fault.fault === 'cut-before' || fault.fault === 'cut-after') throw new ConnectionCutError()
  const status = fault.fault === 'status-401' ? 401 : fault.fault === 'status-429' ? 429 : 503
  return context.text('The script does not load.', status, { 'cache-control': 'no-store' })
}

/** The JSON fields that a provider page sent; `{}` for anything else. */
export async function parseProviderFields(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const sent: unknown = await context.req.json().catch(() => undefined)
  return typeof sent === 'object' && sent !== null ? { ...sent } : {}
}
