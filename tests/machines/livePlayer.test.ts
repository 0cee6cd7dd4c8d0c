import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { type ChannelResult, type StreamCommand, type StreamEvent } from '../../machines/stream.types.ts'
import { streamRenewalMachine } from '../../machines/streamRenewal.ts'

const url = (token: number) => `https://streams.test/harbor-one/index.m3u8?token=${token}`

it('keeps the video playing while the stream URL is renewed repeatedly', async () => {
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
