import { avatarUploadMachine } from '../../machines/avatarUpload.ts'
import { done, errored, testExamples } from './runEvents.ts'

const choose = (name: string, mimeType: string, size: number) => ({
  type: 'picture.choose',
  picture: { id: 7, name, mimeType, size },
})
const mara = choose('mara.png', 'image/png', 2 * 1024 * 1024)

testExamples(avatarUploadMachine, {
  'a PNG of 2 MB is uploaded': {
    when: [mara],
    state: 'uploading',
    starts: [
      ['watchUpload', undefined],
      ['uploadPicture', { id: 7 }],
    ],
    tags: ['busy'],
  },
  'the page shows the uploaded part': {
    requirement: 'avatar.upload',
    when: [mara, { type: 'upload.progressed', progress: 0.4 }],
    state: 'uploading',
    shows: { progress: 0.4 },
  },
  'the new photo is confirmed': {
    when: [mara, done('uploadPicture', { kind: 'granted' })],
    state: { idle: 'changed' },
    shows: { message: 'Photo updated' },
  },
  'a GIF is refused before it is sent': {
    requirement: 'avatar.rules',
    when: [choose('mara.gif', 'image/gif', 100)],
    state: { idle: 'invalid' },
    shows: { message: '“mara.gif” isn’t a PNG, JPEG or WebP image. Please choose another file.' },
    starts: [],
  },
  'an image of more than 2 MB is refused before it is sent': {
    requirement: 'avatar.rules',
    when: [choose('mara.webp', 'image/webp', 2 * 1024 * 1024 + 1)],
    state: { idle: 'invalid' },
    shows: { message: '“mara.webp” is larger than 2 MB. Please choose a smaller image.' },
  },
  'an empty file is refused before it is sent': {
    requirement: 'avatar.rules',
    when: [choose('mara.jpg', 'image/jpeg', 0)],
    state: { idle: 'invalid' },
    shows: { message: '“mara.jpg” is empty. Please choose another file.' },
  },
  'a JPEG of one byte is uploaded': { when: [choose('mara.jpg', 'image/jpeg', 1)], state: 'uploading' },
  'the host says why it refuses a file': {
    when: [mara, done('uploadPicture', { kind: 'refused', message: 'The image is damaged.' })],
    state: { idle: 'refused' },
    shows: { message: 'The image is damaged.' },
  },
  'a refused file can be chosen again': {
    requirement: 'avatar.refused',
    when: [mara, done('uploadPicture', { kind: 'refused', message: 'The image is damaged.' }), mara],
    state: 'uploading',
    shows: { message: '' },
  },
  'without a response the same file can be uploaded again': {
    requirement: 'avatar.refused',
    when: [mara, { type: 'upload.progressed', progress: 0.4 }, errored('uploadPicture'), { type: 'upload.retry' }],
    state: 'uploading',
    shows: { message: '', progress: 0 },
    starts: [
      ['watchUpload', undefined],
      ['uploadPicture', { id: 7 }],
    ],
  },
  'a missing response is no refusal': {
    when: [mara, errored('uploadPicture')],
    state: { idle: 'outcomeUnknown' },
    shows: { message: 'We couldn’t confirm the upload. Please try again.' },
  },
})
