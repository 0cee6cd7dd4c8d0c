import { channelRequestMachine } from '../../machines/channelRequest.ts'
import { done, elapsed, errored, testExamples } from './runEvents.ts'

const input = { userId: 2 }
const submit = (email: string, channelName: string) => ({
  type: 'form.submit',
  email,
  channelName,
  region: 'Northeast',
  quality: '1080p',
  details: ' In the evening. ',
})
const complete = submit(' member@statecast.test ', ' Harbor Two ')
const granted = done('sendRequest', { kind: 'granted' })
const open = (form: unknown, regions = 'loading') => ({ open: { form, regions } })

testExamples(channelRequestMachine, {
  'lists the regions beside the form': {
    requirement: 'request.regions',
    input,
    when: [done('loadRegions', { kind: 'granted', regions: ['Northeast', 'West'] })],
    state: open({ editing: 'untouched' }, 'listed'),
    shows: { regions: ['Northeast', 'West'] },
  },
  'can be sent while the regions are missing': {
    requirement: 'request.regions',
    input,
    when: [errored('loadRegions'), complete],
    state: open('sending', 'failed'),
    starts: [
      [
        'sendRequest',
        {
          userId: 2,
          email: 'member@statecast.test',
          channelName: 'Harbor Two',
          region: 'Northeast',
          quality: '1080p',
          details: ' In the evening. ',
        },
      ],
    ],
    tags: ['busy'],
  },
  'names the required fields that are blank': {
    requirement: 'request.required',
    input,
    when: [submit(' ', '')],
    state: open({ editing: 'invalid' }),
    shows: { errors: { email: 'Email field is required', channelName: 'Channel Name field is required' } },
  },
  'requires a channel name that is more than spaces': {
    input,
    when: [submit('member@statecast.test', ' ')],
    state: open({ editing: 'invalid' }),
    shows: { errors: { channelName: 'Channel Name field is required' } },
  },
  'clears the error of the field that is edited': {
    input,
    when: [submit('', ''), { type: 'field.edit', field: 'email' }],
    state: open({ editing: 'invalid' }),
    shows: { errors: { channelName: 'Channel Name field is required' } },
  },
  'shows why the host refuses': {
    requirement: 'request.refused',
    input,
    when: [complete, done('sendRequest', { kind: 'refused', message: 'You have requested this channel already.' })],
    state: open({ editing: 'refused' }),
    shows: { message: 'You have requested this channel already.' },
  },
  'has a text for a refusal without a reason': {
    requirement: 'request.refused',
    input,
    when: [complete, done('sendRequest', { kind: 'refused', message: '' })],
    state: open({ editing: 'refused' }),
    shows: { message: 'failed to load Api' },
  },
  'does not confirm a request without a response': {
    input,
    when: [complete, errored('sendRequest')],
    state: open({ editing: 'outcomeUnknown' }),
    shows: { message: 'failed to load Api. We couldn’t confirm your request was sent. Please submit it again.' },
    executes: [],
  },
  'confirms a sent request, removes the draft and counts down from five': {
    requirement: 'request.sent',
    input,
    when: [complete, granted],
    state: 'sent',
    shows: {
      message: 'Your request has been submitted successfully. We will notify you once your channel is approved.',
      left: 5,
    },
    executes: ['removeDraft'],
    delays: [['second', 1_000]],
    tags: ['sent'],
  },
  'shows the last second': {
    input,
    when: [complete, granted, ...Array.from({ length: 4 }, () => elapsed('second'))],
    state: 'sent',
    shows: { left: 1 },
  },
  'reloads the page after five seconds': {
    requirement: 'request.sent',
    input,
    when: [complete, granted, ...Array.from({ length: 5 }, () => elapsed('second'))],
    state: 'reloading',
    executes: ['removeDraft', 'reloadPage'],
  },
  'does not reload if the user stays': {
    requirement: 'request.sent',
    input,
    when: [complete, granted, { type: 'reload.stay' }],
    state: 'reloadStopped',
    executes: ['removeDraft'],
    delays: [],
  },
  'keeps the draft when the dialog is closed': { input, when: [{ type: 'form.close' }], state: 'closed', executes: [] },
})
