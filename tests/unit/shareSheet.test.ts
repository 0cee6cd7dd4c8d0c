import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createShareSheet } from '../../src/actors/shareSheet.ts'

const input = { title: 'Harbor One', href: 'https://statecast.test/video/harbor-one' }
const openWith = (share: ((data: ShareData) => Promise<void>) | undefined) =>
  toPromise(createActor(createShareSheet({ share: () => share }), { input }).start())

describe('the share sheet', { tags: 'watch.share' }, () => {
  it('gets the name and the link of the channel', async () => {
    const share = vi.fn(() => Promise.resolve())
    expect(await openWith(share)).toEqual({ kind: 'closed' })
    expect(share.mock.calls).toEqual([[{ title: input.title, url: input.href }]])
  })

  it.each([
    ['AbortError', 'closed'],
    ['NotAllowedError', 'unavailable'],
  ])('that ends with %s is %s', async (name, kind) => {
    expect(await openWith(() => Promise.reject(new DOMException('no share', name)))).toEqual({ kind })
  })

  it('is unavailable in a browser without one', { tags: 'watch.copyLink' }, async () => {
    expect(await openWith(undefined)).toEqual({ kind: 'unavailable' })
  })
})
