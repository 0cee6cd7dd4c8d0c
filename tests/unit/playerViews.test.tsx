import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { playerControlsMachine } from '../../machines/playerControls.ts'
import { createPlaybackStatus } from '../../src/platform/playbackStatus.ts'
import { Controls } from '../../src/screens/video/Controls.tsx'
import { PlayerVideo } from '../../src/screens/video/PlayerFrame.tsx'

afterEach(cleanup)

// Not started: the test is about the views.
const player = createActor(livePlayerMachine, { input: { slug: 'harbor-one' } })

it('the video is not a tab stop', () => {
  render(<PlayerVideo player={player} setElement={() => undefined} onClick={() => undefined} />)
  expect(screen.getByLabelText('Live video').getAttribute('tabindex')).toBe('-1')
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
