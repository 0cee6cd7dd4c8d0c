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
  it('are stored per form under keys that sign-out clears, until they are removed', () => {
    const fakeStorage = createFakeStorage()
    const drafts = createDraftStore(() => fakeStorage)
    drafts.set('support', { subject: 'Invoice' })
    drafts.set('bug', { summary: 'Black' })
    expect([...fakeStorage.items.keys()]).toEqual(['statecast.draft.support', 'statecast.draft.bug'])
    expect(createDraftStore(() => fakeStorage).get('support')).toEqual({ subject: 'Invoice' })
    drafts.remove('support')
    expect(drafts.get('support')).toEqual({})
    expect(drafts.get('bug')).toEqual({ summary: 'Black' })
  })

  it.each(['{', '[]', '5', 'null', '{"subject":5}'])('are empty if the stored value is invalid: %s', (text) => {
    expect(createDraftStore(() => createFakeStorage({ 'statecast.draft.support': text })).get('support')).toEqual({})
  })

  it('are empty without storage, and writing does not throw', () => {
    const drafts = createDraftStore(() => {
      throw new Error('closed')
    })
    drafts.set('support', { subject: 'Invoice' })
    drafts.remove('support')
    expect(drafts.get('support')).toEqual({})
  })
})
