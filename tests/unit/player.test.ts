import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, waitFor, type AnyActorLogic } from 'xstate'
import { channelQuery } from '../../src/queries/channelQuery.ts'
import { createHlsConfig, withToken } from '../../src/platform/hlsConfig.ts'
import { createPlayerPreferences } from '../../src/platform/playerPreferences.ts'
import { createLivePlayerActors } from '../../src/actors/livePlayer.ts'
import { ReadError } from '../../src/api/readData.ts'
import { commandOf } from '../../src/screens/video/usePlayerKeys.ts'
import { createFakeApi, refusalResponse } from './fakeApi.ts'
import { createFakeStorage } from './fakeStorage.ts'

describe('a key of the player', () => {
  beforeEach(() => {
    document.body.innerHTML = `<button id="button"><i id="inside"></i></button><input id="input"><input id="slider" type="range"><p id="text"></p>
      <div role="dialog"><button id="confirm"></button></div><select id="list"></select>`
  })
  const press = (
    key: string,
    { on = 'text', ...modifiers }: { on?: string; ctrlKey?: boolean; altKey?: boolean } = {},
  ) =>
    commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, target: document.getElementById(on), ...modifiers })

  it.each([
    [' ', 'toggle'],
    ['k', 'toggle'],
    ['K', 'toggle'],
    ['MediaPlayPause', 'toggle'],
    ['ArrowLeft', 'back'],
    ['ArrowUp', 'louder'],
    ['PageDown', 'next'],
    ['ChannelUp', 'previous'],
    ['?', 'showShortcuts'],
    ['Escape', 'closePanel'],
    ['Enter', 'focusControls'],
    ['x', undefined],
    ['Tab', undefined],
    ['constructor', undefined],
  ])('%j is the command %s', (key, command) => {
    expect(press(key)).toBe(command)
  })

  it.each([
    ['ArrowUp', 'previous'],
    ['ArrowDown', 'next'],
    ['Enter', 'openStrip'],
    ['ArrowLeft', 'back'],
    ['constructor', undefined],
  ])('%j is the command %s in full screen and on a television', { tags: 'watch.zapping' }, (key, command) => {
    const target = document.getElementById('text')
    expect(commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, target }, true)).toBe(command)
  })

  it('is ignored with a modifier key', () => {
    expect(press('f', { ctrlKey: true })).toBeUndefined()
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
  })

  it('is left to a focused button that uses it', () => {
    for (const key of [' ', 'Enter', 'ArrowRight']) expect(press(key, { on: 'inside' })).toBeUndefined()
    expect(press('m', { on: 'button' })).toBe('mute')
  })

  it('is left to a focused slider that uses it', () => {
    expect(press('ArrowLeft', { on: 'slider' })).toBeUndefined()
    expect(press('m', { on: 'slider' })).toBe('mute')
  })

  it('is ignored in a field or a dialog', () => {
    expect(press('m', { on: 'input' })).toBeUndefined()
    expect(press('m', { on: 'confirm' })).toBeUndefined()
  })

  it('closes a panel from a list, which uses all other keys', { tags: 'watch.back' }, () => {
    for (const key of ['GoBack', 'Escape']) expect(press(key, { on: 'list' })).toBe('closePanel')
    for (const key of ['m', ' ', 'ArrowDown']) expect(press(key, { on: 'list' })).toBeUndefined()
  })
})

describe('the player preferences', () => {
  const defaults = { volume: 1, muted: false, captions: false }

  it('are stored and read', { tags: ['watch.sound', 'watch.captions', 'watch.dataSaverStored'] }, () => {
    const storage = createFakeStorage()
    const captionStyle = { size: 'large', color: 'yellow', background: 'none' } as const
    const chosen = { volume: 0.4, muted: true, captions: true, dataSaver: true, captionStyle }
    createPlayerPreferences(() => storage).save(chosen)
    expect([...storage.items.keys()]).toEqual(['statecast.player'])
    expect(createPlayerPreferences(() => storage).read()).toEqual(chosen)
  })

  it('have the standard style of captions if another shape was stored for it', { tags: 'watch.captionStyle' }, () => {
    const stored = { volume: 0.4, muted: true, captions: true }
    for (const captionStyle of [undefined, 'large', { size: 'huge', color: 'white', background: 'dark' }]) {
      const storage = createFakeStorage({ 'statecast.player': JSON.stringify({ ...stored, captionStyle }) })
      expect(createPlayerPreferences(() => storage).read()).toEqual(stored)
    }
  })

  it('have no choice of Data saver if another shape was stored for it', { tags: 'watch.dataSaverStored' }, () => {
    const stored = { volume: 0.4, muted: true, captions: true }
    for (const dataSaver of [undefined, null, 'yes', 1]) {
      const storage = createFakeStorage({ 'statecast.player': JSON.stringify({ ...stored, dataSaver }) })
      expect(createPlayerPreferences(() => storage).read()).toEqual(stored)
    }
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{volume'],
    ['another shape', '{"volume":"loud","muted":1}'],
    ['a volume out of range', '{"volume":7,"muted":false,"captions":false}'],
    ['a list', '[]'],
  ])('are the defaults if %s was stored', (_, text) => {
    expect(createPlayerPreferences(() => createFakeStorage({ 'statecast.player': text })).read()).toEqual(defaults)
  })
})

describe('the URL of a stream request', () => {
  const current = 'https://streams.test/harbor-one/index.m3u8?token=new%2Bone'

  it('has the newest token and keeps its other parameters', () => {
    const requestUrl = new URL(withToken('https://streams.test/harbor-one/360/12.m4s?token=old&part=2', current))
    expect([requestUrl.pathname, requestUrl.searchParams.get('token'), requestUrl.searchParams.get('part')]).toEqual([
      '/harbor-one/360/12.m4s',
      'new+one',
      '2',
    ])
  })

  it('is unchanged without a token', () => {
    const plain = 'https://cdn.test/12.m4s?part=2'
    expect(withToken(plain, current)).toBe(plain)
    expect(withToken(plain.replace('part', 'token'), 'https://streams.test/index.m3u8')).toBe(
      plain.replace('part', 'token'),
    )
  })

  it('is built per request, so that a renewed token applies immediately', () => {
    let streamUrl = current
    const opened: string[] = []
    const request = { open: (_: string, url: string) => void opened.push(url) } as unknown as XMLHttpRequest
    const { xhrSetup } = createHlsConfig(() => streamUrl)
    const fragment = {} as Parameters<NonNullable<typeof xhrSetup>>[2]
    void xhrSetup?.(request, 'https://streams.test/a?token=old', fragment)
    streamUrl = current.replace('new', 'newer')
    void xhrSetup?.(request, 'https://streams.test/a?token=old', fragment)
    expect(opened.map((url) => new URL(url).searchParams.get('token'))).toEqual(['new+one', 'newer+one'])
  })

  it('is retried after a refusal while a token renewal may be running; other refusals are final', () => {
    const retry = createHlsConfig(() => current).playlistLoadPolicy?.default.errorRetry
    const again = (code: number, count: number, otherwise: boolean) =>
      retry?.shouldRetry?.(retry, count, false, { url: '', code }, otherwise)
    expect([again(403, 0, false), again(403, 7, false), again(403, 8, false)]).toEqual([true, true, false])
    expect([again(410, 0, false), again(503, 0, true)]).toEqual([false, true])
  })
})

describe('the player’s channel request', () => {
  const onAirChannel = {
    slug: 'harbor-one',
    name: 'Harbor One',
    tagline: 'The coast',
    category: 'Headlines',
    region: 'Northeast',
    live: true,
    stream_url: '/sandbox/streams/harbor-one/index.m3u8?token=one',
  }
  /** The actors with a host that sends the response of `respond`. */
  function setUpActors(respond: () => Response) {
    const host = vi.fn(async () => respond())
    const api = createFakeApi(host)
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const actors = createLivePlayerActors({ api, queryClient })
    const loadChannel = async (logic: AnyActorLogic = actors.loadChannel) => {
      const actor = createActor(logic, { input: { slug: 'harbor-one' } })
      actor.subscribe({ error: () => undefined })
      const done = waitFor(actor, ({ status }) => status !== 'active')
      actor.start()
      const { output } = (await done) as { output?: unknown }
      return output
    }
    /** Prefetches the channel, as the shell does. */
    const prefetch = () => queryClient.query(channelQuery({ api }, 'harbor-one')).catch(() => undefined)
    return { loadChannel, actors, host, prefetch }
  }

  it.each([
    ['on air', () => Response.json(onAirChannel), { kind: 'onAir', url: onAirChannel.stream_url }],
    ['off air', () => Response.json({ ...onAirChannel, live: false, stream_url: null }), { kind: 'offAir' }],
    ['off air without a stream URL', () => Response.json({ ...onAirChannel, stream_url: null }), { kind: 'offAir' }],
    ['unknown', () => refusalResponse(404, 'channel_not_found', 'No such channel.'), { kind: 'unknown' }],
    ['lapsed', () => refusalResponse(403, 'membership_required', 'For members.'), { kind: 'lapsed' }],
    [
      'refused',
      () => refusalResponse(429, 'too_many_requests', 'Too many <b>requests</b>.'),
      { kind: 'refused', message: 'Too many requests.' },
    ],
  ])('has the outcome %s', { tags: 'watch.unavailable' }, async (_, respond, expected) => {
    expect(await setUpActors(respond).loadChannel()).toEqual(expected)
  })

  it('fails without a connection', async () => {
    const { actors } = setUpActors(() => {
      throw new TypeError('offline')
    })
    const actor = createActor(actors.loadChannel, { input: { slug: 'harbor-one' } })
    actor.subscribe({ error: () => undefined })
    actor.start()
    await expect(waitFor(actor, ({ status }) => status !== 'active')).rejects.toBeInstanceOf(ReadError)
  })

  it('uses the prefetched channel, but not a prefetched refusal', async () => {
    const member = setUpActors(() => Response.json(onAirChannel))
    await member.prefetch()
    expect(await member.loadChannel()).toEqual({ kind: 'onAir', url: onAirChannel.stream_url })
    expect(member.host).toHaveBeenCalledTimes(1)

    let hasPaid = false
    const guest = setUpActors(() =>
      hasPaid ? Response.json(onAirChannel) : refusalResponse(403, 'membership_required', 'For members.'),
    )
    await guest.prefetch()
    hasPaid = true
    expect(await guest.loadChannel()).toEqual({ kind: 'onAir', url: onAirChannel.stream_url })
  })

  it('uses a prefetched response once', async () => {
    let live = false
    const { loadChannel, host } = setUpActors(() =>
      Response.json(live ? onAirChannel : { ...onAirChannel, live, stream_url: null }),
    )
    expect(await loadChannel()).toEqual({ kind: 'offAir' })
    live = true
    expect(await loadChannel()).toEqual({ kind: 'onAir', url: onAirChannel.stream_url })
    expect(await loadChannel()).toEqual({ kind: 'onAir', url: onAirChannel.stream_url })
    expect(host).toHaveBeenCalledTimes(3)
  })
})
