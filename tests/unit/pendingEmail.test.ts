// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createPendingEmailStore } from '../../src/platform/pendingEmail.ts'

const createFakeStorage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  }
}

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

  it('is empty when storage is closed', () => {
    const store = createPendingEmailStore(() => {
      throw new Error('closed')
    })
    store.set(2, 'mara@ellison.example')
    expect(store.get(2)).toBe('')
  })
})
