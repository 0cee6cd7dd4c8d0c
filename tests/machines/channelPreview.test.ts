import { channelPreviewMachine } from '../../machines/channelPreview.ts'
import { elapsed, passed, testExamples } from './runEvents.ts'

const input = { allowed: true }
const enter = (slug: string) => ({ type: 'card.enter', slug })
const leave = { type: 'card.leave' }
const rested = elapsed('hoverTime')
const playing = { type: 'preview.playing' }
const failed = { type: 'preview.failed' }
const waiting = { on: 'waiting' }

testExamples(channelPreviewMachine, {
  'loads nothing before 600 ms': {
    requirement: 'channels.preview',
    input,
    when: [enter('harbor-one'), passed(599)],
    state: waiting,
    shows: { slug: 'harbor-one' },
    tags: [],
    starts: [],
    delays: [['hoverTime', 1]],
  },
  'loads the channel after 600 ms': {
    requirement: 'channels.preview',
    input,
    when: [enter('harbor-one'), rested],
    state: { on: { previewing: 'loading' } },
    starts: [['playPreview', { slug: 'harbor-one' }]],
    tags: ['video'],
  },
  'shows the video when it plays': {
    input,
    when: [enter('harbor-one'), rested, playing],
    state: { on: { previewing: 'playing' } },
    tags: ['video'],
  },
  'waits again on another card': {
    input,
    when: [enter('harbor-one'), rested, playing, enter('rotunda')],
    state: waiting,
    shows: { slug: 'rotunda' },
    tags: [],
    delays: [['hoverTime', 600]],
  },
  'begins the 600 ms anew on another card': {
    input,
    when: [enter('harbor-one'), passed(300), enter('rotunda')],
    state: waiting,
    shows: { slug: 'rotunda' },
    delays: [['hoverTime', 600]],
  },
  'does not begin the 600 ms anew on the same card': {
    input,
    when: [enter('harbor-one'), passed(300), enter('harbor-one')],
    state: waiting,
    delays: [['hoverTime', 300]],
  },
  'goes on while the pointer moves on the same card': {
    input,
    when: [enter('harbor-one'), rested, playing, enter('harbor-one')],
    state: { on: { previewing: 'playing' } },
    starts: [],
  },
  'ends when the pointer leaves': {
    input,
    when: [enter('harbor-one'), rested, leave],
    state: 'resting',
    shows: { slug: '' },
    tags: [],
  },
  'shows the still again when the stream fails, and does not try again': {
    requirement: 'channels.previewFailed',
    input,
    when: [enter('harbor-one'), rested, failed, enter('harbor-one')],
    state: { on: 'failed' },
    tags: [],
    starts: [],
    delays: [],
  },
  'shows the still again when it fails later': {
    requirement: 'channels.previewFailed',
    input,
    when: [enter('harbor-one'), rested, playing, failed],
    state: { on: 'failed' },
  },
  'does nothing when the browser saves data or reduces motion': {
    requirement: 'channels.noPreview',
    input: { allowed: false },
    when: [enter('harbor-one')],
    state: 'resting',
    shows: { slug: '' },
    delays: [],
  },
})
