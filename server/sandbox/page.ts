import { Hono, type Context } from 'hono'
import { readFile } from 'node:fs/promises'
import { readExpiry, type Controls } from './control.ts'
import { readFault, type Faults } from './faults.ts'
import { markupOf, type Draft } from './pageMarkup.ts'
import { sandboxFile } from './place.ts'
import { resource } from '../root.ts'

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

const DONE: Readonly<Record<string, string>> = {
  reset: 'The first state is back.',
  added: 'The fault is set.',
  removed: 'The fault is gone.',
  cleared: 'All faults are gone.',
  expired: 'Ended.',
}

function text(form: Readonly<Record<string, unknown>>, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** What the form's fields say as a fault; empty ones say nothing. */
function faultOfForm(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const call = text(form, 'call')
  const fields = ['fault', 'message', 'match'].flatMap((name) => (text(form, name) ? [[name, text(form, name)]] : []))
  const numbers = ['times', 'ms'].flatMap((name) => (text(form, name) ? [[name, Number(text(form, name))]] : []))
  return { call, ...Object.fromEntries([...fields, ...numbers]) }
}

async function file(context: Context, path: string, type: string): Promise<Response> {
  return context.body(new Uint8Array(await readFile(path)), 200, { 'content-type': type, 'cache-control': 'no-cache' })
}

/** The page for people at `/sandbox`, and its forms. It works without its script; the script copies to the clipboard. */
export function pageRoutes(controls: Controls, faults: Faults): Hono {
  const routes = new Hono()
  const css = sandboxFile('page/page.css')
  const js = sandboxFile('page/page.js')
  const font = resource(
    'node_modules/@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
  )

  async function show(context: Context, says: { problem?: string; draft?: Draft } = {}): Promise<Response> {
    const [letters, entries, cards] = await Promise.all([
      controls.readMail(),
      controls.readLedger(),
      controls.readCards(),
    ])
    const body = await markupOf({
      letters,
      entries,
      cards,
      faults: faults.list(),
      draft: says.draft ?? {},
      problem: says.problem,
      done: says.problem ? undefined : DONE[context.req.query('done') ?? ''],
    })
    return context.html(body, says.problem ? 400 : 200, {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
  }
  const back = (context: Context, done: keyof typeof DONE) => context.redirect(`/sandbox?done=${done}`, 303)

  routes.get('/', (context) => show(context))
  routes.get('/page.css', (context) => file(context, css, 'text/css; charset=utf-8'))
  routes.get('/page.js', (context) => file(context, js, 'text/javascript; charset=utf-8'))
  routes.get('/page.woff2', (context) => file(context, font, 'font/woff2'))

  routes.post('/forms/reset', async (context) => {
    await controls.reset()
    return back(context, 'reset')
  })
  routes.post('/forms/expire', async (context) => {
    const form = await context.req.parseBody()
    const account = text(form, 'account')
    const read = readExpiry({ what: text(form, 'what'), ...(account && { account }) })
    if ('problem' in read) return show(context, { problem: read.problem })
    await controls.expire(read.expiry)
    return back(context, 'expired')
  })
  routes.post('/forms/faults', async (context) => {
    const form = await context.req.parseBody()
    const read = readFault(faultOfForm(form))
    if ('problem' in read) {
      const draft = Object.fromEntries(Object.keys(form).map((name) => [name, text(form, name)]))
      return show(context, { problem: read.problem, draft })
    }
    faults.add(read.fault)
    return back(context, 'added')
  })
  routes.post('/forms/faults/remove', async (context) => {
    faults.remove(Number(text(await context.req.parseBody(), 'id')))
    return back(context, 'removed')
  })
  routes.post('/forms/faults/clear', (context) => {
    faults.clear()
    return back(context, 'cleared')
  })
  return routes
}
