import { afterEach, expect, test, vi } from 'vitest'
import { createEdge } from '../../server/edge/index.ts'
import { writeLogEntry } from '../../server/edge/log.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

afterEach(() => void vi.restoreAllMocks())

test('a request is one line of JSON with the time in UTC, whatever its path contains', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const at = new Date('2026-11-23T12:00:00+02:00')
  const request = { id: 'a', method: 'GET', status: 404, ms: 1 }
  writeLogEntry({ ...request, at, path: `/\n{"status":200}\u001b[31m${'x'.repeat(300)}` })
  const line = String(write.mock.calls[0]?.[0])
  expect(line).toMatch(/^[\x20-\x7e]+\n$/)
  const path = `/\n{"status":200}\u001b[31m${'x'.repeat(300)}`.slice(0, 200)
  expect(JSON.parse(line)).toEqual({ ...request, at: '2026-11-23T10:00:00.000Z', path })
})

test('a defect of the edge is reported, and the response is an empty 502', async () => {
  const warn = vi.fn()
  const edge = await createEdge({
    dist: {
      page: () => Promise.reject(new Error('defect')),
      open: () => Promise.resolve(undefined),
      isPage: () => true,
    },
    upstream: () => Promise.reject(new Error('unused')),
    serviceKey: 'key',
    edgeSecrets,
    warn,
  })
  const response = await requestEdge(edge, 'http://localhost/')
  expect([response.status, await response.text()]).toEqual([502, ''])
  expect(warn.mock.calls).toEqual([['The edge failed: defect']])
  expect((await requestEdge(edge, 'http://localhost/healthz')).status).toBe(200)
})
