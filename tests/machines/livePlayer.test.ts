import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { type ChannelResult, type StreamCommand, type StreamEvent } from '../../machines/stream.types.ts'
import { streamRenewalMachine } from '../../machines/streamRenewal.ts'
import { done, elapsed, testExamples } from './runEvents.ts'

const loaded = done('loadChannel', { kind: 'onAir', url: '/harbor-one/index.m3u8' })
const failed = { type: 'stream.failed' }
const url = (token: number) => `https://streams.test/harbor-one/index.m3u8?token=${token}`

testExamples(livePlayerMachine, {
  'waits for the viewer if the browser blocks autoplay with sound, then plays': {
    requirement: 'watch.blocked',
    input: { slug: 'harbor-one' },
    when: [loaded, { type: 'stream.blocked' }, { type: 'playback.toggle' }],
    state: { watching: { playback: 'starting', renewal: 'scheduled', position: 'atEdge' } },
  },
  'stops if the browser can’t play the stream': {
    requirement: 'watch.unavailable',
    input: { slug: 'harbor-one' },
    when: [loaded, { type: 'stream.unsupported' }],
    state: 'unsupported',
  },
  'reconnects after a delay that grows with each failure': {
    requirement: 'watch.recover',
    input: { slug: 'harbor-one' },
    when: [loaded, failed, elapsed('retryDelay'), loaded, failed],
    state: { watching: { playback: 'recovering', renewal: 'scheduled', position: 'atEdge' } },
    shows: { retryDelay: 2_000 },
  },
})

it('keeps the video playing while the stream URL is renewed repeatedly', { tags: 'watch.renew' }, async () => {
  let requests = 0
  const loadChannel = fromPromise<ChannelResult, { slug: string }>(() =>
    Promise.resolve({ kind: 'onAir', url: url((requests += 1)) }),
  )
  const commands: StreamCommand[] = []
  let starts = 0
  const player = createActor(
    livePlayerMachine.provide({
      actors: {
        loadChannel,
        streamRenewal: streamRenewalMachine.provide({ actors: { loadChannel } }),
        playStream: fromCallback<StreamCommand, { url: string }>(({ receive }) => {
          starts += 1
          receive((command) => void commands.push(command))
        }),
      },
    }),
    { input: { slug: 'harbor-one' } },
  ).start()
  const send = (type: StreamEvent['type']) => player.send({ type })
  await expect.poll(() => player.getSnapshot().matches('watching')).toBe(true)
  send('stream.playing')
  send('stream.behind')
  for (const token of [2, 3]) {
    send('stream.refused')
    await expect.poll(() => commands.at(-1)).toEqual({ type: 'setUrl', url: url(token) })
    expect(player.getSnapshot().value).toEqual({
      watching: { playback: 'playing', renewal: 'scheduled', position: 'behind' },
    })
  }
  expect(starts).toBe(1)
  player.stop()
})
