// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createDraftStore } from '../../src/platform/draftStore.ts'

function createFakeStorage(start: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(start))
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  }
}

describe('drafts', () => {
  it('are kept under a name that goes with the user, each form by itself, until they are dropped', () => {
    const place = createFakeStorage()
    const drafts = createDraftStore(() => place)
    drafts.set('support', { subject: 'Invoice' })
    drafts.set('bug', { summary: 'Black' })
    expect([...place.items.keys()]).toEqual(['statecast.draft.support', 'statecast.draft.bug'])
    expect(createDraftStore(() => place).get('support')).toEqual({ subject: 'Invoice' })
    drafts.remove('support')
    expect(drafts.get('support')).toEqual({})
    expect(drafts.get('bug')).toEqual({ summary: 'Black' })
  })

  it.each(['{', '[]', '5', 'null', '{"subject":5}'])('that are damaged (%s) are none', (text) => {
    expect(createDraftStore(() => createFakeStorage({ 'statecast.draft.support': text })).get('support')).toEqual({})
  })

  it('are none where the shelf is closed, and nothing throws', () => {
    const drafts = createDraftStore(() => {
      throw new Error('closed')
    })
    drafts.set('support', { subject: 'Invoice' })
    drafts.remove('support')
    expect(drafts.get('support')).toEqual({})
  })
})
