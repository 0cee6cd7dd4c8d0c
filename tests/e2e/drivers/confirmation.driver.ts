import { type Page } from '@playwright/test'
import model from '../../machines/confirmation.model.ts'
import { storeInterruptedAttempt, member } from '../interruptedAttempt.ts'
import { stopClock } from '../clock.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels } from '../pageDriver.ts'
import { memberCall } from '../paymentSteps.ts'

const channel = '/video/harbor-one'
const paymentMethodByInput = {
  'a new card': { kind: 'newCard', paymentMethodId: 'pm_1' },
  'a new card, for a requested channel': { kind: 'newCard', paymentMethodId: 'pm_1' },
  'a member’s saved card': { kind: 'savedCard', paymentMethodId: 'pm_1' },
} as const
const destinationByInput: Readonly<Record<keyof typeof paymentMethodByInput, string>> = {
  'a new card': '/',
  'a new card, for a requested channel': channel,
  'a member’s saved card': '/profile/packages',
}

const secondsOf = foldLabels(0, { 'after second': (seconds) => seconds + 1 })
const timer = (page: Page) => page.getByRole('timer')
const isInput = (input: string): input is keyof typeof paymentMethodByInput => input in paymentMethodByInput

export default createPageDriver(model, {
  inputs: Object.keys(paymentMethodByInput),
  // An interrupted payment that was paid leads directly to the confirmation.
  open: async ({ page, hold, expect }, input) => {
    if (!isInput(input)) throw new Error(`There is no page for the input ${input}`)
    await signIn(page, 'member')
    await storeInterruptedAttempt(page, member.id, {
      planId: member.plan,
      paymentMethod: paymentMethodByInput[input],
      subscriptionToCancel: undefined,
      knownSubscriptionIds: [],
      cancelKey: 'cancel-1',
      payKey: 'pay-1',
      underWay: false,
    })
    await page.evaluate(
      (from) => history.replaceState({ usr: from === '' ? null : { from }, key: 'tour', idx: 0 }, '', '/subscribe/102'),
      input === 'a new card, for a requested channel' ? channel : '',
    )
    hold.holdCalls(memberCall)
    await page.reload()
    // The role is read first, then the outcome of the payment. The countdown starts with the second response.
    await hold.passThrough(memberCall)
    await expect(page.getByRole('heading', { name: 'We’re confirming your payment' })).toBeVisible()
    await hold.waitFor(memberCall)
    await stopClock(page)
    await hold.release()
    await expect(page.getByRole('heading', { name: 'Thank You', level: 1 })).toBeFocused()
  },
  events: {
    'redirect.go': ({ page }) => page.getByRole('button', { name: 'Continue now' }).click(),
    'redirect.stop': ({ page }) => page.getByRole('button', { name: 'Stay here' }).click(),
    'watch.start': ({ page }) => page.getByRole('button', { name: 'Start watching' }).click(),
  },
  delays: {
    // Asserting a state uses a part of its second, so the clock advances until the next second is shown.
    second: async ({ page, labels }) => {
      const isOver = async () =>
        !(await timer(page).isVisible()) || Number(await timer(page).innerText()) >= secondsOf(labels)
      for (let passed = 0; passed <= 1_000 && !(await isOver()); passed += 50) await page.clock.runFor(50)
    },
  },
  states: {
    counting: async ({ page, expect, labels }) => {
      await expect(timer(page)).toHaveText(String(secondsOf(labels)))
    },
    stopped: async ({ page, expect }) => {
      await expect(page.getByText('Take your time. Continue when you’re ready.')).toBeVisible()
      await expect(timer(page)).toHaveCount(0)
    },
    leaving: async ({ page, expect, labels: [input = ''] }) => {
      if (!isInput(input)) throw new Error(`There is no page for the input ${input}`)
      await expect(async () => {
        // The redirect waits for the new role, which is requested one second after the last check.
        await page.clock.runFor(500)
        await expect(page).toHaveURL(destinationByInput[input], { timeout: 500 })
      }).toPass()
      // The next screen is loaded after the address has changed.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
})
