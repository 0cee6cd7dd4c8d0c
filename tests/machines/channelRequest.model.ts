import { channelRequestMachine } from '../../machines/channelRequest.ts'
import { createModel } from '../paths/model.ts'

const complete = {
  email: 'member@statecast.test',
  channelName: ' Harbor Two ',
  region: 'West',
  quality: '1080p',
  details: 'The local news channel of the harbor.',
} as const

export default createModel({
  machine: channelRequestMachine,
  inputs: { 'the dialog': { userId: 2 } },
  events: {
    'form.submit': {
      complete,
      'the required fields only': { ...complete, region: '', quality: '720p', details: '' },
      'without an e-mail address and a name': { ...complete, email: '', channelName: '' },
      'only blanks for an e-mail address': { ...complete, email: '  ' },
      'without a channel name': { ...complete, channelName: '' },
    },
    'field.edit': { email: { field: 'email' }, 'channel name': { field: 'channelName' } },
    'form.close': 'Press Close',
    'regions.retry': 'Press Try again beside the regions',
    'reload.now': 'Press Reload now',
    'reload.stay': 'Press Stay',
  },
  outcomes: {
    loadRegions: {
      done: {
        granted: { kind: 'granted', regions: ['National', 'West'] },
        refused: { kind: 'refused', message: 'Sorry, you are not allowed to do that.' },
      },
      error: { unreachable: { message: 'no connection' } },
    },
    sendRequest: {
      done: {
        granted: { kind: 'granted' },
        refused: { kind: 'refused', message: 'You have already requested this channel.' },
        'refused without a message': { kind: 'refused', message: '' },
      },
      error: { unreachable: { message: 'no connection' } },
    },
  },
  stateKey: ({ context }) => context.left,
  invariants: {
    'a field has an error only while the form is invalid': (snapshot) =>
      snapshot.matches({ open: { form: { editing: 'invalid' } } }) || Object.keys(snapshot.context.errors).length === 0,
    'every failure and every success has a message': (snapshot) =>
      (snapshot.hasTag('sent') ||
        snapshot.matches({ open: { form: { editing: 'refused' } } }) ||
        snapshot.matches({ open: { form: { editing: 'outcomeUnknown' } } })) ===
      (snapshot.context.message !== ''),
    'the countdown runs only after the request is sent': (snapshot) =>
      snapshot.hasTag('sent') ? snapshot.context.left >= 1 && snapshot.context.left <= 5 : snapshot.context.left === 0,
  },
  texts: {
    events: {
      'form.submit / complete': 'Fill in every field and press Submit',
      'form.submit / the required fields only': 'Type an e-mail address and a channel name and press Submit',
      'form.submit / without an e-mail address and a name': 'Clear both required fields and press Submit',
      'form.submit / only blanks for an e-mail address': 'Type spaces as the e-mail address and press Submit',
      'form.submit / without a channel name': 'Clear the channel name and press Submit',
      'field.edit / email': 'Type into the e-mail field',
      'field.edit / channel name': 'Type into the channel name',
    },
    outcomes: {
      'loadRegions done / granted': 'The host lists the regions',
      'loadRegions done / refused': 'The host refuses the regions',
      'loadRegions error': 'The connection to the host fails, and the regions do not load',
      'sendRequest done / granted': 'The host accepts the request',
      'sendRequest done / refused': 'The host refuses the request with a message',
      'sendRequest done / refused without a message': 'The host refuses the request without a message',
    },
    delays: { second: 'A second passes' },
  },
  manual: {
    starts: {
      '': { as: 'member', open: '/profile', then: 'Press the account at the top, then _Request a Channel_.' },
    },
    calls: {
      loadRegions: 'GET /wp-json/channel/v2/regions',
      sendRequest: 'POST /wp-json/channel/v2/channel_request',
    },
  },
})
