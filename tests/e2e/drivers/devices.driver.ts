import { type Page } from '@playwright/test'
import { type Device } from '../../../machines/devices.ts'
import model, { here, phone, roku } from '../../machines/devices.model.ts'
import { signIn } from '../fixture.ts'
import { closeInEachWay } from '../page.ts'
import { createPageDriver, foldLabels } from '../pageDriver.ts'

const list = 'GET /wp-json/custom-plugin/sessions'
const signOutCall = 'DELETE /wp-json/custom-plugin/sessions/{id}'
const signOutOthersCall = 'DELETE /wp-json/custom-plugin/sessions'

const rows = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign out all other devices?' })
const openDialog = (page: Page) => page.getByRole('button', { name: 'Sign out all other devices' }).click()
const done = { success: true, message: 'Done.' }
const busy = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', status: 429 }
const toApiSession = ({ id, ipAddress: address, userAgent: agent, signedInAt = 0, current }: Device) => ({
  id,
  ip: address,
  ua: agent,
  login: signedInAt,
  expiration: signedInAt + 604_800,
  current,
})

const deviceNames: Readonly<Record<string, string>> = {
  here: 'Chrome on Windows',
  phone: 'Chrome on Android phone',
  roku: 'Roku',
}

const devicesOf = foldLabels<readonly Device[]>([], {
  'loadDevices done / three devices': () => [here, phone, roku],
  'loadDevices done / this device only': () => [here],
  'signOutDevice done / granted': (devices) => devices.filter((device) => device !== roku),
  'signOutOthers done / granted': () => [here],
})

export default createPageDriver(model, {
  heldCalls: [list, signOutCall, signOutOthersCall],
  open: async ({ page }) => {
    await signIn(page, 'member')
    await page.goto('/profile/all-sessions')
  },
  events: {
    'list.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
    'device.signOut / on the Roku': ({ page }) => page.getByRole('button', { name: 'Sign out: Roku' }).click(),
    'otherDevices.signOut': ({ page }) => openDialog(page),
    'otherDevices.confirm': ({ page }) => dialog(page).getByRole('button', { name: 'Sign out' }).click(),
    'otherDevices.cancel': async ({ page, hold, expect }) => {
      await closeInEachWay(dialog(page), 'Cancel', () => openDialog(page))
      expect(hold.waiting, 'nobody is signed out').toEqual([])
    },
  },
  texts: {
    'loadDevices done / refused': 'Too many requests. Please wait a moment.',
    'loadDevices done / refused without a message': 'Something went wrong',
    'loadDevices error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
    'list.retry': [],
    'device.signOut / on the Roku': [],
    'otherDevices.signOut': [],
    'signOutDevice done / granted': 'Device signed out.',
    'signOutDevice done / refused': 'Too many requests. Please wait a moment.',
    'signOutDevice error / unreachable': 'We couldn’t confirm the sign-out. Refresh to check.',
    'signOutOthers done / granted': 'All other devices are signed out.',
    'signOutOthers done / refused': 'Too many requests. Please wait a moment.',
    'signOutOthers error / unreachable': 'We couldn’t confirm the sign-out. Refresh to check.',
  },
  outcomes: {
    'loadDevices done / three devices': ({ hold }) => hold.json(list, [here, phone, roku].map(toApiSession)),
    'loadDevices done / this device only': ({ hold }) => hold.json(list, [toApiSession(here)]),
    'loadDevices done / refused': ({ hold }) => hold.refuse(list, busy),
    'loadDevices done / refused without a message': ({ hold }) => hold.refuse(list, { ...busy, message: '' }),
    'loadDevices error': ({ hold }) => hold.abort(list),
    'signOutDevice done / granted': ({ hold }) => hold.json(signOutCall, done),
    'signOutDevice done / refused': ({ hold }) => hold.refuse(signOutCall, busy),
    'signOutDevice error': ({ hold }) => hold.abort(signOutCall),
    'signOutOthers done / granted': ({ hold }) => hold.json(signOutOthersCall, done),
    'signOutOthers done / refused': ({ hold }) => hold.refuse(signOutOthersCall, busy),
    'signOutOthers error': ({ hold }) => hold.abort(signOutOthersCall),
  },
  states: {
    loading: ({ page, expect }) => expect(page.getByRole('status', { name: 'Loading devices' })).toBeVisible(),
    failed: async ({ page, expect, text }) => {
      await expect(page.getByRole('alert')).toContainText('We couldn’t load your devices')
      await expect(page.getByRole('alert')).toContainText(text)
    },
    'listed.ready': async ({ page, expect, labels, text }) => {
      const devices = devicesOf(labels)
      await expect(rows(page)).toHaveCount(devices.length)
      await expect(rows(page)).toContainText(devices.map(({ id }) => deviceNames[id] ?? ''))
      await expect(rows(page).filter({ hasText: 'This device' })).toHaveCount(1)
      await expect(dialog(page)).toBeHidden()
      if (text !== '') await expect(page.getByText(text)).toBeVisible()
    },
    'listed.confirming': ({ page, expect }) => expect(dialog(page)).toBeVisible(),
    'listed.signingOut': ({ page, expect }) =>
      expect(page.getByRole('button', { name: 'Sign out: Roku' })).toHaveAttribute('data-loading', 'true'),
    'listed.signingOutOthers': ({ page, expect }) =>
      expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled(),
    'listed.outcomeUnknown': async ({ page, expect, text }) => {
      await expect(page.getByText(text)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign out all other devices' })).toBeDisabled()
    },
  },
  notInBrowser: {
    'device.signOut / on this device': 'The current device has no such button.',
  },
})
