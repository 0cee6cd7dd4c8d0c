import { Hono } from 'hono'
import { type Faults } from '../faults.ts'
import { sentFields, siteFile, siteScript } from '../otherSites.ts'
import { type Records } from '../records.ts'
import { createIntents } from './intents.ts'
import { tokenise } from './tokenise.ts'

const FRESH = { 'cache-control': 'no-store' }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The card provider at `/sandbox/stripe`: its script for the application's page, its frames, and what they ask. */
export function stripeRoutes(records: Records, faults: Faults, now: () => Date): Hono {
  const routes = new Hono()
  const intents = createIntents(records, now)

  routes.get('/stripe.js', (context) => siteScript(context, 'stripe/client/stripe.js', faults.takeScript('stripe')))
  routes.get('/:file{(card|authenticate)\\.(html|js|css)|cardRules\\.js}', (context) =>
    siteFile(context, `stripe/client/${context.req.param('file')}`),
  )

  routes.post('/v1/payment_methods', async (context) => {
    const made = await tokenise(records.db, await sentFields(context), now())
    return context.json(made, 'error' in made ? 402 : 200, FRESH)
  })
  routes.post('/v1/payment_intents/read', async (context) => {
    const { client_secret: secret } = await sentFields(context)
    const found = await intents.read(text(secret))
    return context.json(found, 'error' in found ? 404 : 200, FRESH)
  })
  routes.post('/v1/payment_intents/authenticate', async (context) => {
    const { client_secret: secret, outcome } = await sentFields(context)
    if (outcome !== 'complete' && outcome !== 'fail') {
      return context.json(
        { error: { type: 'invalid_request_error', message: 'outcome is complete or fail', param: 'outcome' } },
        400,
        FRESH,
      )
    }
    const settled = await intents.authenticate(text(secret), outcome === 'complete')
    return context.json(settled, 'error' in settled ? 402 : 200, FRESH)
  })

  return routes
}
