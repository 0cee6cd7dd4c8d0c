// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createDraftStore } from '../../src/platform/draftStore.ts'
import { createFakeStorage } from './fakeStorage.ts'

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

  it.each(['{', '{"subject":5}'])('are empty if the stored value is invalid: %s', (text) => {
    expect(createDraftStore(() => createFakeStorage({ 'statecast.draft.support': text })).get('support')).toEqual({})
  })
})
