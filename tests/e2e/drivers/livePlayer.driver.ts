import { type Page } from '@playwright/test'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import model from '../../machines/livePlayer.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, foldLabels, inTurn, type DriverContext } from '../pageDriver.ts'
import {
  fallBehind,
  waitForStream,
  openWithoutEngine,
  openWithoutMediaSource,
  pauseVideo,
  dispatchVideoEvent,
  refusePlay,
  installFakeStream,
  failStream,
} from '../fakeStream.ts'
import { longWaits } from '../waits.ts'

const channel = 'GET /wp-json/channel/v2/channels/{slug}'

type StepContext = DriverContext<typeof livePlayerMachine>

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Player' })
const isHostAsked = ({ hold }: StepContext) => hold.waiting.includes(channel)

/** Presses a button of the toolbar without hover and focus, because both show the bar. */
const press = (page: Page, name: string | RegExp) => toolbar(page).getByRole('button', { name }).dispatchEvent('click')

/** The seconds until the next attempt: one, and twice as many after each failure, until the video plays. */
type Retry = { readonly isWatching: boolean; readonly seconds: number }
const fail = (retry: Retry): Retry => ({ ...retry, seconds: Math.min(30, retry.seconds * 2 || 1) })
const leave = (retry: Retry): Retry => ({ ...retry, isWatching: false })
const retryOf = foldLabels<Retry>(
  { isWatching: false, seconds: 0 },
  {
    'loadChannel done / on air': (retry) => ({ ...retry, isWatching: true }),
    'loadChannel done': leave,
    // While the channel is watched, the stream is loaded again in any case.
    'loadChannel error': (retry) => (retry.isWatching ? retry : fail(retry)),
    'stream.failed': fail,
    'after stallTimeout': fail,
    'stream.playing': (retry) => ({ ...retry, seconds: 0 }),
    'stream.ended': leave,
    'stream.unsupported': leave,
    'stream.playerCodeMissing': leave,
  },
)
const secondsText = (labels: readonly string[]) => {
  const { seconds } = retryOf(labels)
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

const statusTexts: Record<string, (labels: readonly string[]) => string> = {
  starting: () => 'Loading…',
  blocked: () => 'Tap to play',
  playing: () => '',
  paused: () => '',
  buffering: () => 'Buffering…',
  recovering: (labels) => `Connection lost. Reconnecting in ${secondsText(labels)}…`,
  checking: () => 'Connection lost. Reconnecting…',
  reconnecting: () => 'Reconnecting…',
}

/** Asserts the state of the video, its status text, and the label of the play button. */
const expectPlayback = (state: string) => async (step: StepContext) => {
  const { page, expect, labels } = step
  await expect(page.locator('video')).toHaveAttribute('data-state', state)
  const text = statusTexts[state]?.(labels) ?? ''
  const status = page.getByRole('status').filter({ hasText: /./ })
  if (text === '') await expect(page.locator('video ~ [role=status]')).toBeEmpty()
  else await expect(status.getByText(text)).toHaveCSS('opacity', '1')
  const isRunning = state === 'playing' || state === 'buffering'
  const button = toolbar(page).getByRole('button', { name: isRunning ? 'Pause' : 'Play', exact: true })
  await expect(button).toBeEnabled({ enabled: isRunning || state === 'paused' || state === 'blocked' })
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(state === 'recovering' ? 1 : 0)
  const isTuning = state === 'starting' || state === 'blocked'
  await expect(page.locator('video ~ [data-shown]')).toHaveAttribute('data-shown', String(isTuning))
}

/** Asserts that Live is shown over moving pictures only, and Go live while the video is paused or behind. */
async function expectLive({ page, expect, snapshot }: StepContext, isBehind: boolean) {
  const isAway = isBehind || snapshot.matches({ watching: { playback: 'paused' } })
  const isLive = !isAway && snapshot.matches({ watching: { playback: 'playing' } })
  await expect(toolbar(page).locator('span', { hasText: /^Live$/ })).toHaveCount(isLive ? 1 : 0)
  await expect(toolbar(page).getByRole('button', { name: 'Go live' })).toHaveCount(isAway ? 1 : 0)
}

type Notice = readonly [title: string, text: string | ((labels: readonly string[]) => string)]

const notices = {
  offAir: ['Off air', 'Harbor One isn’t broadcasting right now. It will start playing here when it’s back'],
  lapsed: ['Your membership has ended', 'Choose a plan to keep watching Harbor One.'],
  unknown: ['Channel not found', 'This channel doesn’t exist or is no longer available.'],
  refused: ['We couldn’t open this channel', 'Too many requests.'],
  unreachable: ['Can’t connect', (labels) => `Check your connection. Trying again in ${secondsText(labels)}…`],
  unsupported: ['This browser can’t play live TV', 'Please use a current version of Chrome, Edge, Firefox or Safari.'],
  playerCodeMissing: ['Statecast has been updated', 'Reload the page to keep watching.'],
} satisfies Record<string, Notice>

/** Asserts that the notice replaces the player and shows the next steps. */
const expectNotice = (state: keyof typeof notices) => async (step: StepContext) => {
  const { page, expect, labels } = step
  const [title, text]: Notice = notices[state]
  const notice = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(notice).toContainText(typeof text === 'string' ? text : text(labels))
  await expect(notice.getByRole('button', { name: /^(Try again|Check again)$/ })).toHaveCount(
    state === 'unknown' || state === 'unsupported' ? 0 : 1,
  )
  await expect(notice.getByRole('link')).toHaveCount(1)
  await expect(toolbar(page)).toHaveCount(0)
}

/** Opens the channel and waits for the notice. The page needs its clock until then. */
async function expectOpened({ page, hold, expect }: StepContext, state: keyof typeof notices) {
  // The calls of the page before are aborted.
  await hold.waitForAborts()
  await hold.passThrough(channel)
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(page.getByRole('heading', { name: notices[state][0] })).toBeVisible({ timeout: 200 })
  }).toPass()
  // A reloaded page starts with a running clock.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
}

const answerLapsed = ({ hold }: StepContext) =>
  hold.refuse(channel, { code: 'membership_required', message: 'Live channels are for members.', status: 403 })

/** The renewal starts when the stream rejects the token. */
async function startRenewal(step: StepContext) {
  if (!isHostAsked(step)) await failStream(step.page, { fatal: false, status: 403 })
  await step.expect.poll(() => isHostAsked(step)).toBe(true)
}

export default createPageDriver(model, {
  heldCalls: [channel],
  open: async ({ page }) => {
    await installFakeStream(page)
    await signIn(page, 'member')
    await page.goto('/video/harbor-one')
    await page.locator('video').waitFor()
  },
  events: {
    'player.retry': ({ page }) => page.getByRole('button', { name: /^(Try again|Check again)$/ }).click(),
    'playback.toggle': ({ page, turn }) =>
      inTurn(
        turn,
        () => page.keyboard.press('k'),
        () => page.keyboard.press(' '),
        () => press(page, /^(Play|Pause)$/),
        () => page.locator('video').dispatchEvent('click'),
      ),
    'playback.seek': ({ page }) => page.keyboard.press('ArrowLeft'),
    'live.go': ({ page }) => page.keyboard.press('l'),
    'stream.playing': ({ page }) => dispatchVideoEvent(page, 'playing'),
    'stream.waiting': ({ page }) => dispatchVideoEvent(page, 'waiting'),
    'stream.paused': ({ page }) => pauseVideo(page),
    'stream.blocked': ({ page }) => refusePlay(page, 2),
    'stream.failed': ({ page }) => failStream(page, { fatal: true }),
    'stream.ended': ({ page }) => failStream(page, { fatal: true, status: 410 }),
    'stream.refused': ({ page }) => failStream(page, { fatal: false, status: 403 }),
    'stream.behind': async ({ page }) => {
      await fallBehind(page, 0)
      await fallBehind(page, 30)
    },
    'stream.atEdge': ({ page }) => fallBehind(page, 0),
    // Both events occur only when a stream starts, so the test opens the page again.
    'stream.playerCodeMissing': (step) => openWithoutEngine(step.page, () => expectOpened(step, 'playerCodeMissing')),
    'stream.unsupported': async (step) => {
      await openWithoutMediaSource(step.page)
      await expectOpened(step, 'unsupported')
    },
  },
  outcomes: {
    'loadChannel done / on air': async ({ page, hold }) => {
      await hold.passThrough(channel)
      await waitForStream(page, 'harbor-one')
    },
    'loadChannel done / lapsed': answerLapsed,
    'loadChannel error': ({ hold }) => hold.abort(channel),
    'streamRenewal done / on air': async (step) => {
      await startRenewal(step)
      await step.hold.passThrough(channel)
    },
    'loadChannel done / off air': ({ hold }) =>
      hold.modify(channel, (channelBody) => ({ ...(channelBody as object), live: false, stream_url: null })),
    'loadChannel done / unknown': ({ hold }) =>
      hold.refuse(channel, { code: 'channel_not_found', message: 'No such channel.', status: 404 }),
    'loadChannel done / refused': ({ hold }) =>
      hold.refuse(channel, { code: 'too_many_requests', message: 'Too many requests.', status: 429 }),
  },
  delays: {
    // Small steps, because the retry delay that follows is short.
    stallTimeout: async ({ page, expect }) => {
      await expect(async () => {
        await page.clock.runFor(200)
        expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1)
      }).toPass({ intervals: [0], timeout: longWaits.clockSteps })
    },
  },
  states: {
    loading: async (step) => {
      const { page, expect } = step
      await expect(page.locator('video')).toHaveAttribute('data-state', 'loading')
      await expect(page.getByText('Loading channel…')).toHaveCSS('opacity', '1')
      await expect.poll(() => isHostAsked(step)).toBe(true)
    },
    'watching.playback.starting': expectPlayback('starting'),
    'watching.playback.blocked': expectPlayback('blocked'),
    'watching.playback.playing': expectPlayback('playing'),
    'watching.playback.paused': expectPlayback('paused'),
    'watching.playback.buffering': expectPlayback('buffering'),
    'watching.playback.recovering': expectPlayback('recovering'),
    'watching.playback.checking': expectPlayback('checking'),
    'watching.playback.reconnecting': expectPlayback('reconnecting'),
    // The renewal is not visible here. streamRenewal.driver.ts checks it.
    'watching.renewal.scheduled': ({ page, expect }) => expect(page.locator('video')).toBeAttached(),
    'watching.position.atEdge': (step) => expectLive(step, false),
    'watching.position.behind': (step) => expectLive(step, true),
    offAir: expectNotice('offAir'),
    lapsed: expectNotice('lapsed'),
    unknown: expectNotice('unknown'),
    refused: expectNotice('refused'),
    unreachable: expectNotice('unreachable'),
    unsupported: expectNotice('unsupported'),
    playerCodeMissing: expectNotice('playerCodeMissing'),
  },
  notInBrowser: {
    'streamRenewal done / lapsed':
      'The page requests no second renewal within ten seconds; streamRenewal.driver.ts and video.spec.ts cover it.',
  },
  notNow: (label, snapshot) => {
    if (label === 'stream.playerCodeMissing' && snapshot.context.retryDelay > 0)
      return 'The test opens the page again, and a new page starts without a retry delay.'
    if ((label === 'stream.refused' || label.startsWith('streamRenewal')) && snapshot.context.retryDelay > 0)
      return 'The check sends the same request, and the page renews a URL only every ten seconds.'
    return undefined
  },
})
