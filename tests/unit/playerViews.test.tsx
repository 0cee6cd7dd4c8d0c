import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { playerControlsMachine } from '../../machines/playerControls.ts'
import { type ChannelResult, type StreamCommand } from '../../machines/stream.types.ts'
import { streamRenewalMachine } from '../../machines/streamRenewal.ts'
import { createPlaybackStatus } from '../../src/platform/playbackStatus.ts'
import { Controls } from '../../src/screens/video/Controls.tsx'
import { PlayerStatus, PlayerVideo } from '../../src/screens/video/PlayerFrame.tsx'
import { noticeOf } from '../../src/screens/video/playerStates.ts'

afterEach(cleanup)

// Not started: the test is about the views.
const player = createActor(livePlayerMachine, { input: { slug: 'harbor-one' } })

it('the video is not a tab stop', () => {
  render(<PlayerVideo player={player} setElement={() => undefined} onClick={() => undefined} />)
  expect(screen.getByLabelText('Live video').getAttribute('tabindex')).toBe('-1')
})

/** A player that watches a channel, and the commands that its stream receives. */
async function watch() {
  const commands: StreamCommand[] = []
  const loadChannel = fromPromise<ChannelResult, { slug: string }>(async () => ({ kind: 'onAir', url: '/a.m3u8' }))
  const watching = createActor(
    livePlayerMachine.provide({
      actors: {
        loadChannel,
        streamRenewal: streamRenewalMachine.provide({ actors: { loadChannel } }),
        playStream: fromCallback<StreamCommand, { url: string }>(({ receive }) =>
          receive((command) => void commands.push(command)),
        ),
      },
    }),
    { input: { slug: 'harbor-one' } },
  ).start()
  await waitFor(watching, (snapshot) => snapshot.matches('watching'))
  return { watching, commands }
}

it('a button starts the video if the browser blocks autoplay with sound', { tags: 'watch.blocked' }, async () => {
  const { watching, commands } = await watch()
  render(<PlayerStatus player={watching} />)
  expect(screen.queryByRole('button')).toBeNull()
  act(() => watching.send({ type: 'stream.blocked' }))
  fireEvent.click(screen.getByRole('button', { name: 'Tap for sound' }))
  expect(commands).toEqual([{ type: 'play' }])
  expect(screen.queryByRole('button')).toBeNull()
  watching.stop()
})

it('a notice replaces a stream that the browser can’t play', { tags: 'watch.unavailable' }, async () => {
  const { watching } = await watch()
  watching.send({ type: 'stream.unsupported' })
  const names = { channel: 'Harbor One', backAt: '', brand: 'Statecast', isServerError: false }
  expect(noticeOf(watching.getSnapshot(), names)?.title).toBe('This browser can’t play live TV')
  watching.stop()
})

it('the quality is shown once the qualities are known', () => {
  const machine = playerControlsMachine.provide({ actors: { controlVideo: fromCallback(() => undefined) } })
  const controls = createActor(machine, { input: { volume: 1, muted: false, captions: false } }).start()
  render(
    <Controls
      player={player}
      controls={controls}
      playbackStatus={createPlaybackStatus()}
      onNext={undefined}
      onPrevious={undefined}
    />,
  )
  expect(screen.queryByLabelText('Quality')).toBeNull()
  act(() => controls.send({ type: 'qualities.known', heights: [360, 180] }))
  const options = screen.getByLabelText('Quality').querySelectorAll('option')
  expect([...options].map(({ textContent }) => textContent)).toEqual(['Auto', '360p', '180p'])
})
