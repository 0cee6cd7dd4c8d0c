import { Hono, type Context } from 'hono'
import { readFile } from 'node:fs/promises'
import { parseExpiry, type SandboxControls } from './controls.ts'
import { parseFault, type Faults } from './faults.ts'
import { type FaultDraft } from './faultsSection.ts'
import { renderPage } from './renderPage.ts'
import { resourcePath } from '../root.ts'

const POLICY = [
  `default-src 'none'`,
  `style-src 'self'`,
  `script-src 'self'`,
  `font-src 'self'`,
  `img-src 'self' data:`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const DONE_MESSAGES: Readonly<Record<string, string>> = {
  reset: 'All data was reset.',
  added: 'Fault added.',
  removed: 'Fault removed.',
  cleared: 'All faults removed.',
  expired: 'Expired.',
}

function textField(form: Readonly<Record<string, unknown>>, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** The form's fields as a fault. Empty fields are left out. */
function faultFromForm(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const call = textField(form, 'call')
  const fault: Record<string, unknown> = { call }
  for (const name of ['fault', 'message', 'match', 'times', 'ms']) {
    const value = textField(form, name)
    if (value !== '') fault[name] = name === 'times' || name === 'ms' ? Number(value) : value
  }
  return fault
}

async function serveFile(context: Context, path: string, type: string): Promise<Response> {
  return context.body(new Uint8Array(await readFile(path)), 200, { 'content-type': type, 'cache-control': 'no-cache' })
}

/** The sandbox page and its forms. It works without its script, which adds the copy buttons. */
export function createPageRoutes(controls: SandboxControls, faults: Faults): Hono {
  const routes = new Hono()
  const css = resourcePath('server/sandbox/page/page.css')
  const js = resourcePath('server/sandbox/page/page.js')
  const font = resourcePath(
    'node_modules/@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
  )

  async function renderResponse(
    context: Context,
    feedback: { problem?: string; draft?: FaultDraft } = {},
  ): Promise<Response> {
    const [messages, entries, cards] = await Promise.all([
      controls.readMail(),
      controls.readLedger(),
      controls.readCards(),
    ])
    const body = await renderPage({
      messages,
      entries,
      cards,
      faults: faults.list(),
      draft: feedback.draft ?? {},
      problem: feedback.problem,
      done: feedback.problem ? undefined : DONE_MESSAGES[context.req.query('done') ?? ''],
    })
    return context.html(body, feedback.problem ? 400 : 200, {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
  }
  const redirectBack = (context: Context, done: keyof typeof DONE_MESSAGES) =>
    context.redirect(`/sandbox?done=${done}`, 303)

  routes.get('/', (context) => renderResponse(context))
  routes.get('/page.css', (context) => serveFile(context, css, 'text/css; charset=utf-8'))
  routes.get('/page.js', (context) => serveFile(context, js, 'text/javascript; charset=utf-8'))
  routes.get('/page.woff2', (context) => serveFile(context, font, 'font/woff2'))

  routes.post('/forms/reset', async (context) => {
    await controls.reset()
    return redirectBack(context, 'reset')
  })
  routes.post('/forms/expire', async (context) => {
    const form = await context.req.parseBody()
    const account = textField(form, 'account')
    const read = parseExpiry({ what: textField(form, 'what'), ...(account && { account }) })
    if ('problem' in read) return renderResponse(context, { problem: read.problem })
    await controls.expire(read.expiry)
    return redirectBack(context, 'expired')
  })
  routes.post('/forms/faults', async (context) => {
    const form = await context.req.parseBody()
    const read = parseFault(faultFromForm(form))
    if ('problem' in read) {
      const draft = Object.fromEntries(Object.keys(form).map((name) => [name, textField(form, name)]))
      return renderResponse(context, { problem: read.problem, draft })
    }
    faults.add(read.fault)
    return redirectBack(context, 'added')
  })
  routes.post('/forms/faults/remove', async (context) => {
    faults.remove(Number(textField(await context.req.parseBody(), 'id')))
    return redirectBack(context, 'removed')
  })
  routes.post('/forms/faults/clear', (context) => {
    faults.clear()
    return redirectBack(context, 'cleared')
  })
  return routes
}
