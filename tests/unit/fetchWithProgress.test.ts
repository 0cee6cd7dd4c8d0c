import { afterEach, expect, it, vi } from 'vitest'
import { fetchWithProgress } from '../../src/platform/fetchWithProgress.ts'

afterEach(() => void vi.unstubAllGlobals())

it('reads a response as text, so that the browser does not parse it as XML', async () => {
  const sentAs: string[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    responseType = ''
    responseText = '{}'
    status = 200
    statusText = 'OK'
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return 'application/json'
    }
    send() {
      sentAs.push(this.responseType)
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const response = await fetchWithProgress(() => undefined)(
    new Request('https://tv.example/avatar', { method: 'POST', body: 'a' }),
  )
  expect(await response.json()).toEqual({})
  expect(sentAs).toEqual(['text'])
})
