// @vitest-environment node
import { expect, it } from 'vitest'
import { createChannelLeft } from '../../src/app/channelLeft.ts'

it('is the channel of the address before, whether it was rendered or not', { tags: 'shell.return' }, () => {
  const channelLeft = createChannelLeft()
  channelLeft.onNavigated('/guide', false)
  channelLeft.onNavigated('/video/harbor-one', false)
  channelLeft.onNavigated('/video/state-one', false)
  expect(channelLeft.slug()).toBe('')
  channelLeft.onNavigated('/guide', true)
  expect(channelLeft.slug()).toBe('state-one')
  // A filter changes the query.
  channelLeft.onNavigated('/guide', false)
  expect(channelLeft.slug()).toBe('state-one')
})

it('is none on a page that a link has opened, or that follows another page', () => {
  const channelLeft = createChannelLeft()
  channelLeft.onNavigated('/video/harbor-one', false)
  channelLeft.onNavigated('/guide', false)
  expect(channelLeft.slug()).toBe('')
  channelLeft.onNavigated('/profile', false)
  channelLeft.onNavigated('/guide', true)
  expect(channelLeft.slug()).toBe('')
})
