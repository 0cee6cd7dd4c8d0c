import { type Page } from '@playwright/test'
import { type avatarUploadMachine, type Picture } from '../../../machines/avatarUpload.ts'
import model from '../../machines/avatarUpload.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, inTurn, type DriverContext } from '../pageDriver.ts'

const uploadCall = 'POST /wp-json/channel/v2/avatar'
const pictureRegion = (page: Page) => page.getByRole('region', { name: 'Photo' })
const fileOf = ({ name, mimeType, size }: Picture) => ({ name, mimeType, buffer: Buffer.alloc(size, 1) })

async function expectFailure({ page, expect, text }: DriverContext<typeof avatarUploadMachine>) {
  await expect(pictureRegion(page).getByRole('alert')).toHaveText(text)
  await expect(pictureRegion(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
}

export default createPageDriver(model, {
  heldCalls: [uploadCall],
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await page.goto('/profile/edit')
    await expect(pictureRegion(page)).toBeVisible()
  },
  events: {
    'picture.choose': ({ page, event, turn }) =>
      inTurn(
        turn,
        () => pictureRegion(page).getByLabel('Photo file').setInputFiles(fileOf(event.picture)),
        async () => {
          const chooser = page.waitForEvent('filechooser')
          await pictureRegion(page).getByRole('button', { name: 'Upload photo' }).click()
          await (await chooser).setFiles(fileOf(event.picture))
        },
      ),
    'upload.retry': ({ page }) => pictureRegion(page).getByRole('button', { name: 'Try again' }).click(),
  },
  texts: {
    'picture.choose / a GIF': '“me.gif” isn’t a PNG, JPEG or WebP image. Please choose another file.',
    'picture.choose / a file without a type': '“me” isn’t a PNG, JPEG or WebP image. Please choose another file.',
    'picture.choose / a PNG of a byte more than 2 MB': '“me.png” is larger than 2 MB. Please choose a smaller image.',
    'picture.choose / an empty PNG': '“me.png” is empty. Please choose another file.',
    'uploadPicture done / granted': 'Photo updated',
    'uploadPicture done / refused': 'The picture can be PNG, JPEG or WebP.',
    'uploadPicture done / refused without a message': 'Something went wrong',
    'uploadPicture error / unreachable': 'We couldn’t confirm the upload. Please try again.',
  },
  outcomes: {
    'uploadPicture done / granted': ({ hold }) => hold.json(uploadCall, { avatar_url: '/sandbox/avatars/2.svg' }),
    'uploadPicture done / refused': ({ hold, text }) =>
      hold.refuse(uploadCall, { code: 'upload_type_not_allowed', message: text, status: 415 }),
    'uploadPicture done / refused without a message': ({ hold }) =>
      hold.refuse(uploadCall, { code: 'upload_type_not_allowed', message: '', status: 415 }),
    'uploadPicture error': ({ hold }) => hold.abort(uploadCall),
  },
  states: {
    'idle.untouched': ({ page, expect }) =>
      expect(pictureRegion(page).getByRole('button', { name: 'Upload photo' })).toBeEnabled(),
    'idle.invalid': expectFailure,
    'idle.refused': expectFailure,
    'idle.outcomeUnknown': async ({ page, expect, text }) => {
      await expect(pictureRegion(page).getByRole('status')).toHaveText(text)
      await expect(pictureRegion(page).getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    'idle.changed': ({ page, expect, text }) => expect(pictureRegion(page).getByRole('status')).toHaveText(text),
    uploading: async ({ page, expect, hold }) => {
      await hold.waitFor(uploadCall)
      await expect(pictureRegion(page).getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
    },
  },
  alike: { 'idle.refused': 'Only the text of the step differs, and each step has its own.' },
  notInBrowser: {
    'upload.progressed':
      'The browser decides when it reports progress; profile.spec.ts tests it with a slow connection.',
  },
})
