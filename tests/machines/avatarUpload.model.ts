import { avatarUploadMachine } from '../../machines/avatarUpload.ts'
import { createModel } from '../paths/model.ts'

const maxBytes = 2 * 1024 * 1024
const picture = { id: 1, name: 'me.png', size: 68, mimeType: 'image/png' }

export default createModel({
  machine: avatarUploadMachine,
  inputs: { 'the form of the profile': undefined },
  events: {
    'picture.choose': {
      'a PNG': { picture },
      'a JPEG of 2 MB': { picture: { ...picture, name: 'me.jpg', size: maxBytes, mimeType: 'image/jpeg' } },
      'a WebP': { picture: { ...picture, name: 'me.webp', mimeType: 'image/webp' } },
      'a GIF': { picture: { ...picture, name: 'me.gif', mimeType: 'image/gif' } },
      'a file without a type': { picture: { ...picture, name: 'me', mimeType: '' } },
      'a PNG of a byte more than 2 MB': { picture: { ...picture, size: maxBytes + 1 } },
      'an empty PNG': { picture: { ...picture, size: 0 } },
    },
    'upload.retry': 'Press “Try again”',
    'upload.progressed': { half: { progress: 0.5 } },
  },
  outcomes: {
    uploadPicture: {
      done: {
        granted: { kind: 'granted' },
        refused: { kind: 'refused', message: 'The picture can be PNG, JPEG or WebP.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'no connection' } },
    },
    watchUpload: { error: 'never' },
  },
  invariants: {
    'a file that is too large, empty or of another type is not sent': (snapshot) =>
      !snapshot.matches('uploading') ||
      (snapshot.context.picture !== undefined &&
        snapshot.context.picture.size > 0 &&
        snapshot.context.picture.size <= maxBytes &&
        /^image\/(png|jpeg|webp)$/.test(snapshot.context.picture.mimeType)),
    'only results have a message': (snapshot) =>
      (snapshot.matches('uploading') || snapshot.matches({ idle: 'untouched' })) === (snapshot.context.message === ''),
    'the uploaded part is between 0 and 1': ({ context }) => context.progress >= 0 && context.progress <= 1,
  },
  texts: {
    events: {
      'picture.choose / a PNG': 'Choose a PNG',
      'picture.choose / a JPEG of 2 MB': 'Choose a JPEG of exactly 2 MB',
      'picture.choose / a WebP': 'Choose a WebP',
      'picture.choose / a GIF': 'Choose a GIF',
      'picture.choose / a file without a type': 'Choose a file without an extension',
      'picture.choose / a PNG of a byte more than 2 MB': 'Choose a PNG of 2 MB and one byte',
      'picture.choose / an empty PNG': 'Choose an empty PNG',
      'upload.progressed': 'Half of the file is uploaded',
    },
    outcomes: {
      'uploadPicture done / granted': 'The host accepts the picture',
      'uploadPicture done / refused': 'The host refuses the picture',
      'uploadPicture done / refused without a message': 'The host refuses without a message',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/profile/edit' } },
    calls: { uploadPicture: 'POST /wp-json/channel/v2/avatar' },
    causedBy: {
      'upload.progressed': {
        impossible: 'The browser decides when it reports progress, and 2 MB upload too quickly to see it.',
      },
    },
  },
})
