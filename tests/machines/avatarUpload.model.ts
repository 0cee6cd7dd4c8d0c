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
      'a file of no kind': { picture: { ...picture, name: 'me', mimeType: '' } },
      'a PNG of a byte more than 2 MB': { picture: { ...picture, size: maxBytes + 1 } },
      'an empty PNG': { picture: { ...picture, size: 0 } },
    },
    'upload.retry': { '': {} },
    'upload.progressed': { 'half of it': { share: 0.5 } },
  },
  outcomes: {
    uploadPicture: {
      done: {
        granted: { kind: 'granted' },
        refused: { kind: 'refused', message: 'The picture can be PNG, JPEG or WebP.' },
        'refused without a word': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'no line' } },
    },
    watchUpload: { error: 'never' },
  },
  invariants: {
    'nothing is sent that is too large, empty or of another kind': (snapshot) =>
      !snapshot.matches('uploading') ||
      (snapshot.context.picture !== undefined &&
        snapshot.context.picture.size > 0 &&
        snapshot.context.picture.size <= maxBytes &&
        /^image\/(png|jpeg|webp)$/.test(snapshot.context.picture.mimeType)),
    'whatever has happened has words': (snapshot) =>
      (snapshot.matches('uploading') || snapshot.matches({ resting: 'untouched' })) ===
      (snapshot.context.message === ''),
    'the share is one': ({ context }) => context.share >= 0 && context.share <= 1,
  },
  texts: {
    events: {
      'picture.choose / a PNG': 'Choose a PNG',
      'picture.choose / a JPEG of 2 MB': 'Choose a JPEG of exactly 2 MB',
      'picture.choose / a WebP': 'Choose a WebP',
      'picture.choose / a GIF': 'Choose a GIF',
      'picture.choose / a file of no kind': 'Choose a file without an ending',
      'picture.choose / a PNG of a byte more than 2 MB': 'Choose a PNG of a byte more than 2 MB',
      'picture.choose / an empty PNG': 'Choose a PNG without anything in it',
      'upload.retry': 'Press “Try again”',
      'upload.progressed': 'Half of it has left',
    },
    outcomes: {
      'uploadPicture done / granted': 'The host takes the picture',
      'uploadPicture done / refused': 'The host does not take the picture',
      'uploadPicture done / refused without a word': 'The host refuses and says nothing',
      'uploadPicture error / unreachable': 'The line to the host is cut',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/profile/edit' } },
    calls: { uploadPicture: 'POST /wp-json/channel/v2/avatar' },
    causedBy: {
      'upload.progressed': { not: 'How much has left is the browser’s to say, and a picture of 2 MB leaves at once.' },
    },
  },
})
