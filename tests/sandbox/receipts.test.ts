import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  approvePaypalSubscription,
  authenticatePayment,
  createPaymentClient,
  createPaypalSubscription,
} from './paymentClient.ts'
import { useTestSandbox } from './testSandbox.ts'

const testSandbox = useTestSandbox()

const guest = () => createPaymentClient(testSandbox, 'guest')
const member = () => createPaymentClient(testSandbox, 'member')

/** The kinds of the ledger rows and of the emails. Each row has one email, in the same order. */
async function expectOneEmailPerLedgerRow(): Promise<void> {
  const [rows, messages] = [await testSandbox.readLedger(), await testSandbox.readMailbox()]
  const kinds = rows.map(({ kind, amount }) => (kind === 'cancel' ? 'canceled' : amount === 0 ? 'trial' : 'receipt'))
  const kindOf = (subject: string) =>
    /is canceled$/.test(subject) ? 'canceled' : /Your free trial/.test(subject) ? 'trial' : 'receipt'
  expect(messages.map(({ subject }) => kindOf(subject))).toEqual(kinds)
}

async function cancelCurrent(client: Awaited<ReturnType<typeof guest>>, key: string = randomUUID()) {
  const [subscription] = (await client.readMember()).recent_subscriptions
  const fields = { sub_id: subscription?.['id'], stripe_sub_id: subscription?.['subscr_id'] }
  return client.call('cancel-subscription', fields, key)
}

describe('the receipt of a payment', () => {
  it('names plan, amount, date, card, invoice and the next payment, and links the invoice', async () => {
    const gus = await guest()
    await gus.createSubscription(102, 'pm_card_mastercard')
    const [payment] = (await gus.readMember()).recent_transactions
    expect(await testSandbox.readMailbox()).toEqual([
      {
        at: testSandbox.now.toISOString(),
        to: 'guest@statecast.test',
        subject: '[Statecast] Receipt: Monthly, $19.99',
        text: [
          'Hello Gus Tarrant,',
          'Thank you for your payment.',
          [
            'Plan: Monthly',
            'Charged today: $19.99',
            'Date: Nov 21, 2026',
            'Paid with: Mastercard •••• 4444',
            `Invoice: ${payment?.['id']}`,
          ].join('\n'),
          'You’ll be charged $19.99 per month from Dec 21, 2026, until you cancel.',
          'To see the invoice, open the link in this email.',
        ].join('\n\n'),
        links: [`http://sandbox.test/profile/transcation-history/${payment?.['id']}`],
      },
    ])
    expect(payment).toMatchObject({ txn_type: 'payment', total: '19.99', cc_brand: 'mastercard', cc_last4: '4444' })
  })

  it('says what a trial charges today and when the first payment is due', async () => {
    const gus = await guest()
    await gus.createSubscription(104, 'pm_card_visa')
    const [confirmation] = (await gus.readMember()).recent_transactions
    const [message] = await testSandbox.readMailbox()
    expect(message).toMatchObject({
      subject: '[Statecast] Your free trial of Yearly has started',
      links: [`http://sandbox.test/profile/transcation-history/${confirmation?.['id']}`],
    })
    expect(message?.text).toContain('Charged today: $0\n')
    expect(message?.text).toContain('You’ll be charged $179 per year from Nov 28, 2026, until you cancel.')
  })

  it('names PayPal', async () => {
    const gus = await guest()
    const id = await createPaypalSubscription(gus, 103)
    await approvePaypalSubscription(testSandbox, id)
    await gus.call('capture-paypal-subscription', { email: gus.email, subscription_id: id, plan_id: 103 })
    const [message] = await testSandbox.readMailbox()
    expect(message?.text).toContain('Paid with: PayPal\n')
    expect(message?.text).toContain('You’ll be charged $49 every 3 months from Feb 21, 2027')
  })

  it('follows the confirmation of the bank, with a link to the application', async () => {
    const as = await testSandbox.asUser('guest')
    const paid = await as('POST', '/wp-json/payment/v1/create-subscription', {
      body: {
        email: 'guest@statecast.test',
        name: 'Gus',
        plan_id: 102,
        payment_method_id: 'pm_card_threeDSecure2Required',
      },
      headers: {
        'Idempotency-Key': randomUUID(),
        'X-Forwarded-Host': 'news.statecast.test',
        'X-Forwarded-Proto': 'https',
      },
    })
    expect(await testSandbox.readMailbox()).toEqual([])
    await authenticatePayment(testSandbox, (paid.body as { client_secret: string }).client_secret, 'complete')
    const [message, ...others] = await testSandbox.readMailbox()
    expect(others).toEqual([])
    expect(message?.links[0]).toMatch(/^https:\/\/news\.statecast\.test\/profile\/transcation-history\/\d+$/)
  })

  it('is not sent when nothing was charged', async () => {
    const gus = await guest()
    await gus.createSubscription(102, 'pm_card_chargeDeclined')
    await gus.createSubscription(102, 'pm_card_threeDSecure2Required')
    await gus.createSubscription(999, 'pm_card_visa')
    expect(await testSandbox.readLedger()).toEqual([])
    expect(await testSandbox.readMailbox()).toEqual([])
  })
})

describe('the confirmation of a cancellation', () => {
  it('says until when the member can watch', async () => {
    await cancelCurrent(await member())
    const [message] = await testSandbox.readMailbox()
    expect(message).toMatchObject({
      to: 'member@statecast.test',
      subject: '[Statecast] Monthly is canceled',
      links: ['http://sandbox.test/profile'],
    })
    expect(message?.text).toContain('Monthly was canceled on Nov 21, 2026 and won’t renew.')
    expect(message?.text).toContain('Without another plan, you can watch through Nov 30, 2026.')
  })

  it('is not sent for a subscription that is already canceled', async () => {
    const mara = await member()
    await cancelCurrent(mara)
    expect(await cancelCurrent(mara)).toMatchObject({ status: 422 })
    await expectOneEmailPerLedgerRow()
    expect(await testSandbox.readMailbox()).toHaveLength(1)
  })
})

describe('one email for each ledger row', () => {
  it('when a payment and a cancellation are repeated under their keys', async () => {
    const gus = await guest()
    const [payKey, cancelKey] = [randomUUID(), randomUUID()]
    for (let times = 0; times < 3; times += 1) await gus.createSubscription(102, 'pm_card_visa', payKey)
    await cancelCurrent(gus, cancelKey)
    await cancelCurrent(gus, cancelKey)
    await gus.createSubscription(104, 'pm_card_visa')
    await expectOneEmailPerLedgerRow()
    expect(await testSandbox.readLedger()).toHaveLength(3)
  })

  it.each([
    ['cut-before', 1],
    ['cut-after', 1],
    ['empty', 1],
    ['status-500', 1],
  ])('when the first response is lost (%s) and the call is repeated', async (fault, rows) => {
    const gus = await guest()
    const key = randomUUID()
    await testSandbox.addFault({ call: 'POST /wp-json/payment/v1/create-subscription', fault, times: 1 })
    const as = await testSandbox.asUser('guest')
    const body = { email: gus.email, name: 'Gus', plan_id: 102, payment_method_id: 'pm_card_visa' }
    const options = { body, headers: { 'Idempotency-Key': key }, part: 'none' } as const
    await as('POST', '/wp-json/payment/v1/create-subscription', options).catch(() => undefined)
    await expectOneEmailPerLedgerRow()
    await gus.createSubscription(102, 'pm_card_visa', key)
    await expectOneEmailPerLedgerRow()
    expect(await testSandbox.readLedger()).toHaveLength(rows)
  })
})
