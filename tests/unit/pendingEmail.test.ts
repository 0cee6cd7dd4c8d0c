// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createPendingEmailStore } from '../../src/platform/pendingEmail.ts'
import { createFakeStorage } from './fakeStorage.ts'

describe('the pending email', () => {
  it('belongs to one user and survives a reload', () => {
    const storage = createFakeStorage()
    createPendingEmailStore(() => storage).set(2, 'mara@ellison.example')
    const afterReload = createPendingEmailStore(() => storage)
    expect(afterReload.get(2)).toBe('mara@ellison.example')
    expect(afterReload.get(3)).toBe('')
    afterReload.remove()
    expect(afterReload.get(2)).toBe('')
  })
})
