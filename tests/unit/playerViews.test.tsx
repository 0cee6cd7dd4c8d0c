import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { captionStyleMachine } from '../../machines/captionStyle.ts'
import { livePlayerMachine } from '../../machines/livePlayer.ts'
import { playerControlsMachine } from '../../machines/playerControls.ts'
import { playerQualityMachine } from '../../machines/playerQuality.ts'
import { remotePlaybackMachine } from '../../machines/remotePlayback.ts'
import { createPlaybackStatus } from '../../src/platform/playbackStatus.ts'
import { ChannelRail } from '../../src/screens/video/ChannelGuide.tsx'
import { ChannelStrip } from '../../src/screens/video/ChannelStrip.tsx'
import { Controls } from '../../src/screens/video/Controls.tsx'
import { ChannelPicture, PictureStatus } from '../../src/screens/video/ChannelPicture.tsx'
import { PlayerStatus, PlayerVideo } from '../../src/screens/video/PlayerFrame.tsx'
import { PlayerMenu } from '../../src/screens/video/menu/PlayerMenu.tsx'
import { offsetText } from '../../src/screens/video/offsetText.ts'
import { noticeOf } from '../../src/screens/video/playerStates.ts'
import { createOpening, watchChannel } from './watchChannel.ts'

// Not started: the test is about the views.
const player = createActor(livePlayerMachine, { input: { slug: 'harbor-one' } })

const startControls = () =>
  createActor(playerControlsMachine.provide({ actors: { controlVideo: fromCallback(() => undefined) } }), {
    input: { volume: 1, muted: false, captions: false },
  }).start()

const startQuality = () =>
  createActor(playerQualityMachine.provide({ actors: { controlQuality: fromCallback(() => undefined) } }), {
    input: { browserSavesData: false },
  }).start()

const startRemote = () =>
  createActor(remotePlaybackMachine.provide({ actors: { watchScreens: fromCallback(() => undefined) } })).start()

/** The video, and the commands that it runs. */
function renderVideo(controls = startControls()) {
  const commands: string[] = []
  render(
    <PlayerVideo
      player={player}
      controls={controls}
      setElement={() => undefined}
      runCommand={(command) => void commands.push(command)}
    />,
  )
  const video = screen.getByLabelText('Live video')
  video.getBoundingClientRect = () => new DOMRect(0, 0, 900, 500)
  return { video, commands, controls }
}

it('the video is not a tab stop', () => {
  expect(renderVideo().video.getAttribute('tabindex')).toBe('-1')
})

it('a click pauses, and a double click shows full screen', { tags: 'watch.controls' }, () => {
  const { video, commands } = renderVideo()
  fireEvent.pointerUp(video, { pointerType: 'mouse' })
  fireEvent.click(video, { clientX: 450 })
  fireEvent.doubleClick(video)
  expect(commands).toEqual(['toggle', 'fullScreen'])
})

it.each([
  [60, 'back'],
  [450, 'fullScreen'],
  [880, 'forward'],
])(
  'a tap hides or shows the bar, and a double tap at %i of 900 px is %s',
  { tags: 'watch.touch' },
  (clientX, command) => {
    const { video, commands, controls } = renderVideo()
    const tap = (at: number) => {
      const event = new MouseEvent('click', { bubbles: true, clientX })
      Object.defineProperty(event, 'timeStamp', { value: at })
      fireEvent.pointerUp(video, { pointerType: 'touch' })
      fireEvent(video, event)
    }
    tap(1_000)
    expect(controls.getSnapshot().value.bar).toBe('hidden')
    tap(1_299)
    expect(commands).toEqual([command])
    expect(controls.getSnapshot().value.bar).toBe('hidden')
    // The third tap is the first of another pair, and the fourth comes too late.
    tap(1_500)
    tap(1_800)
    expect(commands).toEqual([command])
    expect(controls.getSnapshot().value.bar).toBe('hidden')
  },
)

it('a click closes an open panel and does not pause', { tags: 'watch.controls' }, () => {
  const controls = startControls()
  controls.send({ type: 'shortcuts.open' })
  const { video, commands } = renderVideo(controls)
  fireEvent.click(video)
  expect(controls.getSnapshot().value.panel).toBe('closed')
  expect(commands).toEqual([])
})

const channel = {
  slug: 'harbor-one',
  name: 'Harbor One',
  tagline: '',
  category: 'Headlines',
  region: 'West',
  logo: undefined,
  poster: '/still.webp',
  followers: undefined,
  live: true,
  now: undefined,
  next: undefined,
  color: '#14507a',
  letters: 'H1',
}

const stage = { playerStore: createOpening().store, channels: [] }

it(
  'the stage shows the still of the channel until the first frame, and its mark on its color if the still fails',
  { tags: 'watch.tuning' },
  async () => {
    const { watching } = await watchChannel()
    const { container } = render(
      <ChannelPicture
        {...stage}
        player={watching}
        quality={startQuality()}
        remotePlayback={startRemote()}
        channel={channel}
      />,
    )
    const picture = container.querySelector<HTMLElement>('[data-shown]')
    expect(picture?.getAttribute('data-shown')).toBe('true')
    const still = container.querySelector('img')
    expect(still?.getAttribute('src')).toBe('/still.webp')
    if (still) fireEvent.error(still)
    expect(still?.hidden).toBe(true)
    expect(picture?.textContent).toBe('H1')
    expect(picture?.style.getPropertyValue('--channel')).toBe('#14507a')
    act(() => watching.send({ type: 'stream.playing' }))
    expect(picture?.getAttribute('data-shown')).toBe('false')
    watching.stop()
  },
)

it('the stage shows a channel at once when it is opened', { tags: 'watch.tuning' }, async () => {
  const { watching } = await watchChannel()
  watching.send({ type: 'stream.playing' })
  const longitude = { ...channel, slug: 'longitude', poster: '/longitude.webp', letters: 'LO' }
  const { store, open } = createOpening()
  const { container } = render(
    <ChannelPicture
      playerStore={store}
      channels={[channel, longitude]}
      player={watching}
      quality={startQuality()}
      remotePlayback={startRemote()}
      channel={channel}
    />,
  )
  const shown = () => {
    const picture = container.querySelector<HTMLElement>('[data-shown]')
    return [picture?.dataset['shown'], picture?.textContent, picture?.querySelector('img')?.getAttribute('src')]
  }
  expect(shown()).toEqual(['false', 'H1', '/still.webp'])
  act(() => open('longitude'))
  expect(shown()).toEqual(['true', 'LO', '/longitude.webp'])
  act(() => open(undefined))
  expect(shown()).toEqual(['false', 'H1', '/still.webp'])
  watching.stop()
})

it(
  'the list beside the picture has the show of each channel, its tagline without one, or Off air',
  {
    tags: 'watch.rail',
  },
  () => {
    const now = { title: 'The Late Tide', startsAt: '2026-11-25T12:00:00Z', endsAt: '2026-11-25T13:00:00Z' }
    const channels = [
      { ...channel, now },
      { ...channel, slug: 'longitude', name: 'Longitude', tagline: 'The world' },
      { ...channel, slug: 'night-wire', name: 'Night Wire', live: false, now },
    ]
    render(
      <MemoryRouter>
        <ChannelRail channels={channels} slug="harbor-one" />
      </MemoryRouter>,
    )
    const lines = screen
      .getAllByRole('link')
      .map((link) => [...link.querySelectorAll('bdi')].map(({ textContent }) => textContent))
    expect(lines).toEqual([
      ['Harbor One', 'The Late Tide'],
      ['Longitude', 'The world'],
      ['Night Wire', 'Off air'],
    ])
  },
)

it.each([
  [42, '−0:42'],
  [61, '−1:01'],
  [600, '−10:00'],
  [3_725, '−1:02:05'],
])('%i seconds behind the live edge are %s', (seconds, text) => {
  expect(offsetText(seconds)).toBe(text)
})

it(
  'the timeline seeks to the chosen time, and Live is gray while the video is paused',
  { tags: 'watch.timeshift' },
  async () => {
    const { watching, commands } = await watchChannel()
    const playbackStatus = createPlaybackStatus()
    playbackStatus.update({ windowSeconds: 600, secondsBehind: 42 })
    const controls = startControls()
    render(
      <Controls
        player={watching}
        controls={controls}
        quality={startQuality()}
        remotePlayback={startRemote()}
        playbackStatus={playbackStatus}
        menuButton={{ current: null }}
        onNext={undefined}
        onPrevious={undefined}
      />,
    )
    expect(screen.queryByText('Live')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Position').value).toBe('0')
    act(() => watching.send({ type: 'stream.playing' }))
    expect(screen.getByText('Live').dataset['live']).toBe('true')
    expect(screen.queryByText('−0:42')).toBeNull()
    expect(screen.getByLabelText('Position').getAttribute('aria-valuetext')).toBe('Live')
    act(() => watching.send({ type: 'playback.toggle' }))
    expect(screen.getByRole('button', { name: 'Go live' }).dataset['live']).toBeUndefined()
    expect(screen.getByText('−0:42')).toBeTruthy()
    expect(screen.getByLabelText('Position').getAttribute('aria-valuetext')).toBe('−0:42 from live')
    fireEvent.change(screen.getByLabelText('Position'), { target: { value: '-100' } })
    fireEvent.keyDown(screen.getByLabelText('Position'), { key: 'ArrowRight' })
    expect(commands.slice(1)).toEqual([
      { type: 'seek', seconds: -58 },
      { type: 'seek', seconds: 10 },
    ])
    const goLive = screen.getByRole('button', { name: 'Go live' })
    goLive.focus()
    fireEvent.click(goLive)
    act(() => watching.send({ type: 'stream.playing' }))
    expect(screen.queryByRole('button', { name: 'Go live' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label'), 'the focus stays in the player').toBe('Pause')
    watching.stop()
  },
)

it(
  'a button starts the video if the browser blocks autoplay even without sound',
  { tags: 'watch.blocked' },
  async () => {
    const { watching, commands } = await watchChannel()
    render(<PlayerStatus player={watching} />)
    expect(screen.queryByRole('button')).toBeNull()
    act(() => watching.send({ type: 'stream.blocked' }))
    fireEvent.click(screen.getByRole('button', { name: 'Tap to play' }))
    expect(commands).toEqual([{ type: 'play' }])
    expect(screen.queryByRole('button')).toBeNull()
    watching.stop()
  },
)

it('a notice replaces a stream that the browser can’t play', { tags: 'watch.unavailable' }, async () => {
  const { watching } = await watchChannel()
  watching.send({ type: 'stream.unsupported' })
  const names = { channel: 'Harbor One', backAt: '', brand: 'Statecast', isServerError: false }
  expect(noticeOf(watching.getSnapshot(), names)?.title).toBe('This browser can’t play live TV')
  watching.stop()
})

it(
  'the qualities are shown once they are known, and Audio only if the stream has it',
  { tags: 'watch.audioOnly' },
  () => {
    const quality = startQuality()
    render(
      <Controls
        player={player}
        controls={startControls()}
        quality={quality}
        remotePlayback={startRemote()}
        playbackStatus={createPlaybackStatus()}
        menuButton={{ current: null }}
        onNext={undefined}
        onPrevious={undefined}
      />,
    )
    expect(screen.queryByLabelText('Quality')).toBeNull()
    const names = () =>
      [...screen.getByLabelText('Quality').querySelectorAll('option')].map(({ textContent }) => textContent)
    act(() => quality.send({ type: 'qualities.known', heights: [360, 180], hasAudioOnly: false }))
    expect(names()).toEqual(['Auto', '360p', '180p', 'Data saver'])
    act(() => quality.send({ type: 'qualities.known', heights: [360, 180], hasAudioOnly: true }))
    expect(names()).toEqual(['Auto', '360p', '180p', 'Data saver', 'Audio only'])
    for (const value of ['audioOnly', 'dataSaver', '180', 'automatic']) {
      fireEvent.change(screen.getByLabelText('Quality'), { target: { value } })
      expect((screen.getByLabelText('Quality') as HTMLSelectElement).value).toBe(value)
    }
  },
)

it(
  'the menu says that the browser chooses the quality of a stream that it plays itself',
  { tags: 'watch.nativeQuality' },
  () => {
    const playbackStatus = createPlaybackStatus()
    render(
      <PlayerMenu
        playerStore={{ get: () => player, subscribe: () => () => undefined }}
        player={player}
        isOpen
        focusPlayer={() => undefined}
        controls={startControls()}
        quality={startQuality()}
        remotePlayback={startRemote()}
        channel={undefined}
        captionStyle={createActor(captionStyleMachine, { input: { style: undefined } }).start()}
        playbackStatus={playbackStatus}
        returnFocus={() => undefined}
      />,
    )
    expect(screen.queryByText('Quality')).toBeNull()
    act(() => playbackStatus.update({ isNative: true }))
    expect(screen.getByText('Quality').parentElement?.textContent).toBe('QualityYour browser chooses the quality.')
  },
)

it(
  'the stage shows the channel and says Audio only, and a channel without it says so while the bar is shown',
  { tags: ['watch.audioOnlyStage', 'watch.audioOnlyKept'] },
  async () => {
    const { watching } = await watchChannel()
    watching.send({ type: 'stream.playing' })
    const controls = startControls()
    const quality = startQuality()
    const remotePlayback = startRemote()
    const { container } = render(
      <>
        <ChannelPicture
          {...stage}
          player={watching}
          quality={quality}
          remotePlayback={remotePlayback}
          channel={channel}
        />
        <PictureStatus player={watching} controls={controls} quality={quality} remotePlayback={remotePlayback} />
      </>,
    )
    const stills = () => container.querySelectorAll('img').length
    const picture = container.querySelector<HTMLElement>('[data-shown]')
    const [, status] = screen.getAllByRole('status')
    if (!status) throw new Error('There is no status')
    expect([picture?.dataset['shown'], status.textContent]).toEqual(['false', ''])
    act(() => quality.send({ type: 'qualities.known', heights: [360], hasAudioOnly: true }))
    act(() => quality.send({ type: 'quality.choose', quality: 'audioOnly' }))
    act(() => controls.send({ type: 'bar.toggle' }))
    expect([picture?.dataset['shown'], status.textContent]).toEqual(['true', 'Audio only'])
    // A still would look like a video that stands still.
    expect([stills(), picture?.textContent]).toEqual([0, 'H1'])
    expect(status.dataset['hidden']).toBe('false')
    act(() => quality.send({ type: 'qualities.known', heights: [360], hasAudioOnly: false }))
    expect([picture?.dataset['shown'], stills()]).toEqual(['false', 1])
    expect(status.textContent).toBe('This channel has no audio-only stream, so it plays in the lowest quality.')
    expect(status.dataset['hidden']).toBe('true')
    act(() => controls.send({ type: 'bar.toggle' }))
    expect(status.dataset['hidden']).toBe('false')
    act(() => quality.send({ type: 'quality.choose', quality: 'automatic' }))
    expect(status.textContent).toBe('')
    watching.stop()
  },
)

it(
  'another screen is offered while the browser knows one, and the stage says what it does',
  { tags: ['watch.otherScreen', 'watch.otherScreenStatus'] },
  async () => {
    const { watching } = await watchChannel()
    watching.send({ type: 'stream.playing' })
    const controls = startControls()
    const quality = startQuality()
    const remotePlayback = startRemote()
    const { container } = render(
      <>
        <ChannelPicture
          {...stage}
          player={watching}
          quality={quality}
          remotePlayback={remotePlayback}
          channel={undefined}
        />
        <PictureStatus player={watching} controls={controls} quality={quality} remotePlayback={remotePlayback} />
        <Controls
          player={watching}
          controls={controls}
          quality={quality}
          remotePlayback={remotePlayback}
          playbackStatus={createPlaybackStatus()}
          menuButton={{ current: null }}
          onNext={undefined}
          onPrevious={undefined}
        />
      </>,
    )
    const button = () => screen.queryByRole('button', { name: 'Play on another screen' })
    const [status] = screen.getAllByRole('status')
    const picture = container.querySelector<HTMLElement>('[data-shown]')
    const shown = () => [button()?.getAttribute('aria-pressed'), status?.textContent, picture?.dataset['shown']]
    expect(button()).toBeNull()
    act(() => remotePlayback.send({ type: 'screens.found' }))
    expect(shown()).toEqual(['false', '', 'false'])
    act(() => remotePlayback.send({ type: 'screen.connecting' }))
    expect(shown()).toEqual(['false', 'Connecting to another screen…', 'false'])
    act(() => remotePlayback.send({ type: 'screen.connected' }))
    expect(shown()).toEqual(['true', 'Playing on another screen', 'true'])
    act(() => remotePlayback.send({ type: 'screen.disconnected' }))
    expect(shown()).toEqual(['false', '', 'false'])
    act(() => remotePlayback.send({ type: 'prompt.failed' }))
    expect(shown()).toEqual(['false', 'Couldn’t play on another screen. Try again.', 'false'])
    act(() => remotePlayback.send({ type: 'screens.lost' }))
    watching.stop()
  },
)

it('the present channel in the strip closes it', { tags: 'watch.zapping' }, () => {
  const controls = startControls()
  controls.send({ type: 'strip.open' })
  const returned: string[] = []
  render(
    <MemoryRouter initialEntries={['/video/harbor-one']}>
      <ChannelStrip
        controls={controls}
        channels={[channel, { ...channel, slug: 'longitude', name: 'Longitude' }]}
        slug="harbor-one"
        returnFocus={() => void returned.push('player')}
      />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('link', { current: 'page' }))
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(returned).toEqual(['player'])
})
