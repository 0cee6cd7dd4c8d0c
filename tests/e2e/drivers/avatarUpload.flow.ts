import { type Page } from '@playwright/test'
import { type Picture } from '../../../machines/avatarUpload.ts'
import model from '../../machines/avatarUpload.model.ts'
import { signIn } from '../fixture.ts'
import { flow } from '../flow.ts'

const upload = 'POST /wp-json/channel/v2/avatar'
const part = (page: Page) => page.getByRole('region', { name: 'Picture' })
const choose = (page: Page, { name, kind, size }: Picture) =>
  part(page)
    .getByLabel('Picture file')
    .setInputFiles({ name, mimeType: kind, buffer: Buffer.alloc(size, 1) })

export default flow(model, {
  holds: [upload],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await page.goto('/profile/edit')
    await expect(part(page)).toBeVisible()
  },
  events: {
    'picture.choose': ({ page, event }) => choose(page, event.picture),
    'upload.retry': ({ page }) => part(page).getByRole('button', { name: 'Send it again' }).click(),
  },
  outcomes: {
    'uploadPicture done / granted': ({ hold }) => hold.json(upload, { avatar_url: '/sandbox/avatars/2.svg' }),
    'uploadPicture done / refused': ({ hold, snapshot }) =>
      hold.refuse(upload, { code: 'upload_type_not_allowed', message: snapshot.context.message, status: 415 }),
    'uploadPicture done / refused without a word': ({ hold }) =>
      hold.refuse(upload, { code: 'upload_type_not_allowed', message: '', status: 415 }),
    'uploadPicture error': ({ hold }) => hold.lose(upload),
  },
  states: {
    'resting.untouched': ({ page, expect }) =>
      expect(part(page).getByRole('button', { name: 'Choose a picture' })).toBeEnabled(),
    'resting.unfit': ({ page, expect, snapshot }) =>
      expect(part(page).getByRole('alert')).toHaveText(snapshot.context.message),
    'resting.refused': ({ page, expect, snapshot }) =>
      expect(part(page).getByRole('alert')).toHaveText(snapshot.context.message),
    'resting.unreached': async ({ page, expect, snapshot }) => {
      await expect(part(page).getByRole('alert')).toHaveText(snapshot.context.message)
      await expect(part(page).getByRole('button', { name: 'Send it again' })).toBeEnabled()
    },
    'resting.changed': ({ page, expect, snapshot }) =>
      expect(part(page).getByRole('status')).toHaveText(snapshot.context.message),
    uploading: async ({ page, expect, hold }) => {
      await hold.made(upload)
      await expect(part(page).getByRole('progressbar', { name: 'How much of the picture is sent' })).toBeVisible()
    },
  },
  notInBrowser: {
    'upload.progressed':
      'How much has left while a call is held is the browser’s to say; profile.spec.ts watches it on a slow line.',
  },
})
