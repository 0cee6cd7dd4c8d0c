/** Cancels the plan on the profile. The ledger of the sandbox shows what was canceled. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  disconnect,
  fact,
  heading as pageHeading,
  modify,
  press,
  textOf,
  useApp,
  type Account,
  type Respond,
} from './useApp.tsx'

const app = useApp()

const card = 'POST /wp-json/payment/v1/cancel-subscription'
const paypal = 'POST /wp-json/payment/v1/cancel-paypal-subscription'
const members = 'GET /wp-json/mp/v1/members/{id}'

const ledger = async () =>
  (await app.sandbox.readLedger()).map(({ kind, provider, plan_id }) => `${kind} ${provider} ${plan_id}`)
const keys = () =>
  app.sent().flatMap(({ call, headers }) => (/cancel-/.test(call) ? [headers.get('idempotency-key')] : []))

/** The response is lost after the sandbox has processed the call. */
const cutAfter: Respond = async (request, pass) => {
  await pass()
  return disconnect(request, pass)
}

const cancelQuestion = () => screen.findByRole('region', { name: 'Cancel plan' })
/** Presses Cancel plan, then a button of the question. */
async function answer(name: 'Keep plan' | 'Cancel plan') {
  await press('Cancel plan')
  within(await cancelQuestion())
    .getByRole('button', { name })
    .click()
}
const open = (account: Account) => app.open('/profile', account)
const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 2 })

describe('Cancel plan', () => {
  it('asks with the date, and Keep plan cancels nothing', { tags: 'cancel.question' }, async () => {
    await open('member')
    await press('Cancel plan')
    const question = await cancelQuestion()
    expect(textOf(question)).toMatch(
      /^Cancel Monthly\?You can watch until [A-Z][a-z]{2} \d{1,2}, \d{4}\. You won’t be charged again\.Keep planCancel plan$/,
    )
    within(question).getByRole('button', { name: 'Keep plan' }).click()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Cancel plan' })).toBeNull())
    expect(keys()).toEqual([])
    expect(await ledger()).toEqual([])
  })

  it.each([
    ['member', 'cancel stripe 102', card],
    ['paypal-member', 'cancel paypal 103', paypal],
  ] as const)(
    'cancels the plan of %s once, and the member keeps watching until the paid end',
    { tags: ['cancel.call', 'cancel.done', 'cancel.access', 'plan.canceledWarning'] },
    async (account, effect, call) => {
      await open(account)
      await answer('Cancel plan')
      await heading(/^Canceled · access until [A-Z][a-z]{2} \d{1,2}, \d{4}$/)
      expect(await ledger()).toEqual([effect])
      expect(keys()).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
      expect(app.bodies(call)).toHaveLength(1)
      await waitFor(async () => expect(textOf(await fact('Status'))).toBe('Canceled'))
      expect(textOf(await fact('Next payment'))).toBe('No upcoming payment')
      expect(screen.queryByText('Your membership is active.')).toBeNull()
      const main = screen.getByRole('main')
      expect(within(main).getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe('/profile/packages')

      // Another visit: the record alone shows it, and every page for members stays open.
      await open(account)
      await heading(/^Canceled · access until /)
      app.follow('/')
      await pageHeading('Live Channels')
      app.follow('/video/harbor-one')
      await waitFor(() => expect(app.bodies('GET /wp-json/channel/v2/channels/harbor-one')).not.toHaveLength(0))
      expect(location.pathname).toBe('/video/harbor-one')
      app.follow('/profile/packages')
      await screen.findAllByRole('link', { name: /^Choose Plan: / })
      expect(screen.queryByText('Current plan')).toBeNull()
      // The plan may be a monthly or a yearly one.
      screen.getByText(
        /^Your (\w+) plan ends on [A-Z][a-z]{2} \d{1,2}, \d{4}\. If you choose a plan now, it starts today, and the time left on \1 is not credited or refunded\.$/,
      )
    },
  )

  it('counts a plan that is already canceled as canceled', { tags: 'cancel.done' }, async () => {
    await open('member')
    app.refuse(card, 422, 'subscription_not_active', 'This subscription is not active.')
    await answer('Cancel plan')
    await heading(/^Canceled · access until /)
  })

  it(
    'shows the message of the host, and cancels with a new key on the next try',
    { tags: 'cancel.refused' },
    async () => {
      await open('member')
      app.refuse(card, 404, 'subscription_not_found', 'No such subscription.')
      await answer('Cancel plan')
      await heading('We couldn’t cancel your plan')
      await screen.findByText('No such subscription.')
      expect(await ledger()).toEqual([])
      app.passOn(card)
      await press('Try again')
      await heading(/^Canceled · access until /)
      expect(await ledger()).toEqual(['cancel stripe 102'])
      expect(new Set(keys()).size).toBe(2)
    },
  )

  it(
    'finds a cancellation whose response was lost, and sends nothing again',
    { tags: 'cancel.reconcile' },
    async () => {
      await open('member')
      app.respond(card, cutAfter)
      await answer('Cancel plan')
      await heading(/^Canceled · access until /)
      expect(keys()).toHaveLength(1)
      expect(await ledger()).toEqual(['cancel stripe 102'])
    },
  )

  it('continues on another screen, and cancels once', { tags: 'cancel.otherScreen' }, async () => {
    await open('member')
    const held = app.hold(card)
    await answer('Cancel plan')
    await heading('Canceling your plan…')
    app.follow('/support')
    await pageHeading()
    held.release()
    await waitFor(async () => expect(await ledger()).toEqual(['cancel stripe 102']))
    await waitFor(() => expect(localStorage.getItem('statecast.attempt')).toBeNull())
    app.follow('/profile')
    await heading(/^Canceled · access until /)
    expect(keys()).toHaveLength(1)
  })

  it('shows on the next visit why nothing was canceled', { tags: 'cancel.otherScreenFailed' }, async () => {
    await open('member')
    const held = app.hold(card)
    await answer('Cancel plan')
    await heading('Canceling your plan…')
    app.follow('/support')
    await pageHeading()
    held.release(() =>
      Response.json(
        { code: 'subscription_not_found', message: 'No such subscription.', data: { status: 404 } },
        { status: 404 },
      ),
    )
    await waitFor(() => expect(localStorage.getItem('statecast.attempt')).toBeNull())
    app.follow('/profile')
    await heading('We couldn’t cancel your plan')
    await screen.findByText('No such subscription.')
    expect(await ledger()).toEqual([])
  })

  it('resumes after a reload, and finds the cancellation', { tags: 'cancel.reconcile' }, async () => {
    await open('member')
    const held = app.hold(card)
    await answer('Cancel plan')
    await heading('Canceling your plan…')
    expect(JSON.parse(localStorage.getItem('statecast.attempt') ?? '{}')).toMatchObject({ state: 'canceling' })
    held.release(cutAfter)
    app.passOn(card)
    await open('member')
    await heading(/^Canceled · access until /)
    expect(await ledger()).toEqual(['cancel stripe 102'])
    await waitFor(() => expect(localStorage.getItem('statecast.attempt')).toBeNull())
  })

  it('cancels nothing if the plan was canceled on another device', { tags: 'cancel.changed' }, async () => {
    await open('member')
    await press('Cancel plan')
    await cancelQuestion()
    app.respond(
      members,
      modify((record: { recent_subscriptions: object[] }) => ({
        ...record,
        recent_subscriptions: record.recent_subscriptions.map((one) => ({ ...one, status: 'cancelled' })),
      })),
    )
    within(await cancelQuestion())
      .getByRole('button', { name: 'Cancel plan' })
      .click()
    await heading('Your plan has changed')
    expect(keys()).toEqual([])
    await waitFor(async () => expect(textOf(await fact('Status'))).toBe('Canceled'))
  })

  it('cancels nothing if the plan was lost on another device', { tags: 'cancel.changed' }, async () => {
    await open('member')
    await press('Cancel plan')
    await cancelQuestion()
    app.respond(
      members,
      modify((record: object) => ({
        ...record,
        ...{ recent_subscriptions: [], recent_transactions: [], latest_txn: undefined, active_memberships: [] },
      })),
    )
    within(await cancelQuestion())
      .getByRole('button', { name: 'Cancel plan' })
      .click()
    await screen.findByText(/^You don’t have an active plan\. Choose a plan to watch every channel live\.$/)
    expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe('/profile/packages')
    expect(keys()).toEqual([])
    expect(await ledger()).toEqual([])
  })

  it('shows a canceled plan with an abandoned checkout as canceled', { tags: 'cancel.done' }, async () => {
    app.respond(
      members,
      modify((record: { recent_subscriptions: object[] }) => ({
        ...record,
        recent_subscriptions: [
          ...record.recent_subscriptions.map((one) => ({ ...one, status: 'pending', id: '99', membership: '104' })),
          ...record.recent_subscriptions.map((one) => ({ ...one, status: 'cancelled' })),
        ],
      })),
    )
    await open('member')
    await heading(/^Canceled · access until [A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    expect(textOf(await fact('Plan'))).toBe('Monthly')
    expect(textOf(await fact('Status'))).toBe('Canceled')
  })

  it('asks for the payment first that a reload interrupted', { tags: 'cancel.oneAttempt' }, async () => {
    await open('member')
    await press('Cancel plan')
    const attempt = {
      planId: 104,
      paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
      subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
      knownSubscriptionIds: [11],
      cancelKey: 'a',
      payKey: 'b',
      underWay: false,
    }
    localStorage.setItem('statecast.attempt', JSON.stringify({ state: 'open', member: 2, attempt }))
    within(await cancelQuestion())
      .getByRole('button', { name: 'Cancel plan' })
      .click()
    await heading('Your last payment isn’t confirmed yet')
    expect(screen.getByRole('link', { name: 'Check payment' }).getAttribute('href')).toBe('/upgrade/104')
    expect(keys()).toEqual([])
    expect(localStorage.getItem('statecast.attempt')).toContain('"open"')
  })

  it('needs no date and no title in the record', { tags: 'cancel.question' }, async () => {
    app.respond(
      members,
      modify((record: { recent_subscriptions: object[] }) => ({
        ...record,
        recent_transactions: [],
        latest_txn: undefined,
        recent_subscriptions: record.recent_subscriptions.map((one) => ({ ...one, membership: '999' })),
        active_memberships: [],
      })),
    )
    await open('member')
    await press('Cancel plan')
    expect(textOf(await cancelQuestion())).toContain(
      'Cancel your plan?You can watch until the end of the period you’ve paid for. You won’t be charged again.',
    )
  })

  it('sends nothing without an id of the gateway', { tags: 'cancel.refused' }, async () => {
    app.respond(
      members,
      modify((record: { recent_subscriptions: object[] }) => ({
        ...record,
        latest_txn: undefined,
        recent_subscriptions: record.recent_subscriptions.map((one) => ({ ...one, subscr_id: 'mp-sub-1' })),
      })),
    )
    await open('member')
    await press('Cancel plan')
    await screen.findByText('Something went wrong in cancelling previous subscription')
    expect(within(await cancelQuestion()).queryByRole('button', { name: 'Cancel plan' })).toBeNull()
    expect(keys()).toEqual([])
  })

  it(
    'is not offered for a plan of another provider, which says where to cancel',
    { tags: 'cancel.otherGateway' },
    async () => {
      await open('manual-member')
      await screen.findByText('Yearly is billed by another provider. Cancel it where you bought it.')
      expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
    },
  )

  it(
    'says that a plan of another provider continues, before and after the cancellation',
    { tags: ['cancel.otherGateway', 'cancel.question', 'cancel.done'] },
    async () => {
      const other = { id: '1', status: 'active', membership: '104', gateway: 'manual', subscr_id: 'mp-sub-1' }
      app.respond(
        members,
        modify((record: { active_memberships: object[]; recent_subscriptions: object[] }) => ({
          ...record,
          active_memberships: [
            ...record.active_memberships,
            { ...record.active_memberships[0], id: 104, title: 'Yearly' },
          ],
          recent_subscriptions: [...record.recent_subscriptions, { ...record.recent_subscriptions[0], ...other }],
        })),
      )
      await open('member')
      await screen.findByText('Yearly is billed by another provider. Cancel it where you bought it.')
      await press('Cancel plan')
      expect(textOf(await cancelQuestion())).toMatch(
        /^Cancel Monthly\?It ends on [A-Z][a-z]{2} \d{1,2}, \d{4}\. You won’t be charged for it again\. Your Yearly plan is billed by another provider and continues\.Keep planCancel plan$/,
      )
      within(await cancelQuestion())
        .getByRole('button', { name: 'Cancel plan' })
        .click()
      await heading('Canceled')
      await waitFor(async () => expect(textOf(await fact('Plan'))).toBe('Yearly'))
      expect(textOf(await screen.findByRole('region', { name: 'Canceled plan' }))).toMatch(
        /^CanceledYou won’t be charged for it again\. Your Yearly plan is billed by another provider and continues\./,
      )
      expect(await ledger()).toEqual(['cancel stripe 102'])
    },
  )

  it('says that access lasts as long as paid for if the record has no dates', { tags: 'cancel.done' }, async () => {
    app.respond(
      members,
      modify((record: { recent_transactions: object[] }) => ({
        ...record,
        recent_transactions: record.recent_transactions.map((one) => ({ ...one, expires_at: '0000-00-00 00:00:00' })),
      })),
    )
    await open('member')
    await answer('Cancel plan')
    await heading('Canceled · access until the end of the period you’ve paid for')
  })
})

describe('the notice that a plan ends', { tags: 'plan.ending' }, () => {
  const notice = async () => {
    const found = (await screen.findByText('Your plan ends on Dec 1, 2026.')).closest<HTMLElement>('[role=status]')
    if (!found) throw new Error('The notice is not in a live region')
    return found
  }
  const noNotice = () => expect(screen.queryByText(/^Your plan ends on/)).toBeNull()
  const at = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T12:00:00-05:00`), toFake: ['Date'] })
  const withStatus = (status: string) =>
    app.respond(
      members,
      modify((record: { recent_subscriptions: object[]; recent_transactions: object[] }) => ({
        ...record,
        recent_subscriptions: record.recent_subscriptions.map((one) => ({ ...one, status })),
        recent_transactions: record.recent_transactions.map((one) => ({ ...one, expires_at: '2026-12-01 12:00:00' })),
      })),
    )
  const reads = () => app.sent().filter(({ call }) => call.startsWith('GET /wp-json/mp/v1/members/')).length

  it('is on every page of a member, with a link to the plans, and reads nothing', async () => {
    at('2026-11-28')
    withStatus('cancelled')
    await app.open('/', 'member')
    expect(
      within(await notice())
        .getByRole('link', { name: 'Choose a plan' })
        .getAttribute('href'),
    ).toBe('/profile/packages')
    await pageHeading('Live Channels')
    expect(reads()).toBe(1)
    app.follow('/support')
    await notice()
    expect(reads()).toBe(1)
  })

  it('is dismissed for the day, also after a reload', { tags: 'plan.endingDismissed' }, async () => {
    at('2026-11-29')
    withStatus('cancelled')
    await app.open('/support', 'member')
    await notice()
    await press('Dismiss for today')
    noNotice()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    app.reload()
    await pageHeading()
    await waitFor(() => expect(reads()).toBe(2))
    await vi.dynamicImportSettled()
    noNotice()
    at('2026-11-30')
    app.reload()
    await notice()
  })

  it('disappears when a plan renews again', async () => {
    at('2026-11-29')
    withStatus('cancelled')
    await app.open('/profile', 'member')
    await notice()
    app.passOn(members)
    await press('Choose a plan', 'link')
    await press('Choose Plan: Yearly', 'link')
    await press(/^Pay Now/)
    await waitFor(noNotice)
  })

  it.each([
    ['four days before the end', '2026-11-27', 'cancelled'],
    ['for a plan that renews', '2026-11-29', 'active'],
  ])('is not shown %s', async (_, day, status) => {
    at(day)
    withStatus(status)
    await app.open('/support', 'member')
    await pageHeading()
    await waitFor(() => expect(reads()).toBe(1))
    await vi.dynamicImportSettled()
    noNotice()
  })
})
