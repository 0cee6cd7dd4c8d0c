import { and, eq, inArray } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Faults } from '../faults.ts'
import { parseProviderFields, serveProviderFile, serveProviderScript } from '../providerFiles.ts'
import { type Records } from '../records.ts'
import { planOf } from '../seed/plans.ts'
import { accounts, paypalProducts, paypalSubscriptions } from '../tables.ts'
import { formatMoney } from '../wordpress.ts'

const NO_STORE = { 'cache-control': 'no-store' }
const NOT_FOUND = { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' }
const NOT_POSSIBLE = {
  name: 'UNPROCESSABLE_ENTITY',
  message: 'Invalid subscription status for this action.',
  details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }],
}

/** The fake of PayPal at `/sandbox/paypal`: its script, its button, its window and their calls. */
export function createPaypalRoutes({ db, runExclusive }: Records, faults: Faults): Hono {
  const routes = new Hono()

  routes.get('/sdk/js', (context) =>
    serveProviderScript(context, 'paypal/client/sdk.js', faults.consumeScriptFault('paypal')),
  )
  routes.get('/:file{(button|checkout)\\.(html|js|css)}', (context) =>
    serveProviderFile(context, `paypal/client/${context.req.param('file')}`),
  )

  async function find(id: unknown) {
    const [found] = await db
      .select({ subscription: paypalSubscriptions, product: paypalProducts, account: accounts })
      .from(paypalSubscriptions)
      .innerJoin(paypalProducts, eq(paypalProducts.id, paypalSubscriptions.product))
      .innerJoin(accounts, eq(accounts.id, paypalSubscriptions.member))
      .where(eq(paypalSubscriptions.id, typeof id === 'string' ? id : ''))
    return found
  }

  routes.post('/v1/subscriptions/read', async (context) => {
    const { id } = await parseProviderFields(context)
    const found = await find(id)
    if (!found) return context.json(NOT_FOUND, 404, NO_STORE)
    const plan = planOf(found.subscription.plan)
    return context.json(
      {
        id: found.subscription.id,
        status: found.subscription.status,
        product: found.product.name,
        price: formatMoney(plan?.cents ?? 0),
        currency: 'USD',
        trial_days: plan?.trialDays ?? 0,
        subscriber: found.account.email,
      },
      200,
      NO_STORE,
    )
  })

  routes.post('/v1/subscriptions/approve', async (context) => {
    const { id } = await parseProviderFields(context)
    return runExclusive(async () => {
      const found = await find(id)
      if (!found) return context.json(NOT_FOUND, 404, NO_STORE)
      const { status } = found.subscription
      if (status !== 'APPROVAL_PENDING' && status !== 'APPROVED') return context.json(NOT_POSSIBLE, 422, NO_STORE)
      await db
        .update(paypalSubscriptions)
        .set({ status: 'APPROVED' })
        .where(
          and(
            eq(paypalSubscriptions.id, found.subscription.id),
            inArray(paypalSubscriptions.status, ['APPROVAL_PENDING', 'APPROVED']),
          ),
        )
      return context.json(
        { id: found.subscription.id, status: 'APPROVED', payer_id: `SANDBOX${found.account.id}` },
        200,
        NO_STORE,
      )
    })
  })

  return routes
}
