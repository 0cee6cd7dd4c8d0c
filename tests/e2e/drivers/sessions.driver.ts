import { type Page } from '@playwright/test'
import { type ListedSession } from '../../../machines/sessions.ts'
import createModel from '../../machines/sessions.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver } from '../pageDriver.ts'

const list = 'GET /wp-json/custom-plugin/sessions'
const endSessionCall = 'DELETE /wp-json/custom-plugin/sessions/{id}'
const endOthersCall = 'DELETE /wp-json/custom-plugin/sessions'

const rows = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign out all other devices?' })
const done = { success: true, message: 'Done.' }
const busy = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', status: 429 }
const toApiSession = ({ id, ipAddress: address, userAgent: agent, signedInAt = 0, current }: ListedSession) => ({
  id,
  ip: address,
  ua: agent,
  login: signedInAt,
  expiration: signedInAt + 604_800,
  current,
})

export default createPageDriver(createModel, {
  heldCalls: [list, endSessionCall, endOthersCall],
  open: async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile/all-sessions')
  },
  events: {
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    'session.end / on the Roku': ({ page }) => page.getByRole('button', { name: 'Sign out: Roku' }).click(),
    'otherSessions.end': ({ page }) => page.getByRole('button', { name: 'Sign out all other devices' }).click(),
    'otherSessions.confirm': ({ page }) => dialog(page).getByRole('button', { name: 'Sign out' }).click(),
    'otherSessions.cancel': ({ page }) => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
  },
  outcomes: {
    'loadSessions done / three devices': ({ hold, snapshot }) =>
      hold.json(list, snapshot.context.sessions.map(toApiSession)),
    'loadSessions done / this device only': ({ hold, snapshot }) =>
      hold.json(list, snapshot.context.sessions.map(toApiSession)),
    'loadSessions done / refused': ({ hold }) => hold.refuse(list, busy),
    'loadSessions done / refused without a message': ({ hold }) => hold.refuse(list, { ...busy, message: '' }),
    'loadSessions error': ({ hold }) => hold.abort(list),
    'endSession done / granted': ({ hold }) => hold.json(endSessionCall, done),
    'endSession done / refused': ({ hold }) => hold.refuse(endSessionCall, busy),
    'endSession error': ({ hold }) => hold.abort(endSessionCall),
    'endOthers done / granted': ({ hold }) => hold.json(endOthersCall, done),
    'endOthers done / refused': ({ hold }) => hold.refuse(endOthersCall, busy),
    'endOthers error': ({ hold }) => hold.abort(endOthersCall),
  },
  states: {
    loading: ({ page, expect }) => expect(page.getByRole('status', { name: 'Loading devices' })).toBeVisible(),
    failed: async ({ page, expect, snapshot }) => {
      await expect(page.getByRole('alert')).toContainText('We couldn’t load your devices')
      await expect(page.getByRole('alert')).toContainText(snapshot.context.message)
    },
    'listed.ready': async ({ page, expect, snapshot }) => {
      const { sessions, message } = snapshot.context
      await expect(rows(page)).toHaveCount(sessions.length)
      await expect(rows(page).filter({ hasText: 'This device' })).toHaveCount(1)
      await expect(dialog(page)).toBeHidden()
      if (message) await expect(page.getByText(message)).toBeVisible()
    },
    'listed.confirming': ({ page, expect }) => expect(dialog(page)).toBeVisible(),
    'listed.ending': ({ page, expect }) =>
      expect(page.getByRole('button', { name: 'Sign out: Roku' })).toHaveAttribute('data-loading', 'true'),
    'listed.endingOthers': ({ page, expect }) =>
      expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled(),
    'listed.outcomeUnknown': async ({ page, expect, snapshot }) => {
      await expect(page.getByText(snapshot.context.message)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeDisabled()
    },
  },
  notInBrowser: {
    'session.end / on this device': 'The current device has no such button.',
  },
})
