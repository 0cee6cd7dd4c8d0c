import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReportLog, parseReport, type PolicyViolation } from '../../server/edge/cspReports.ts'

const reportUri = (fields: Record<string, unknown>) => JSON.stringify({ 'csp-report': fields })
const reportTo = (...bodies: Record<string, unknown>[]) =>
  JSON.stringify(bodies.map((body) => ({ type: 'csp-violation', age: 1, url: 'https://tv.example/', body })))

describe('a report', () => {
  test('of report-uri contains one violation', () => {
    const sent = {
      'document-uri': 'https://tv.example/reset-password?key=secret#x',
      'blocked-uri': 'https://evil.example:8443/a/b.js?token=secret',
      'violated-directive': 'script-src',
    }
    const violation = { directive: 'script-src', blocked: 'https://evil.example:8443', path: '/reset-password' }
    expect(parseReport(reportUri(sent))).toEqual([violation])
    expect(parseReport(reportUri({ ...sent, 'effective-directive': 'script-src-elem' }))).toEqual([
      { ...violation, directive: 'script-src-elem' },
    ])
  })

  test('of report-to contains several', () => {
    const documentURL = 'https://tv.example/video/harbor-one?x=1'
    expect(
      parseReport(
        reportTo(
          { effectiveDirective: 'require-trusted-types-for', blockedURL: 'trusted-types-sink', documentURL },
          { effectiveDirective: 'script-src-attr', blockedURL: 'inline', documentURL },
          { effectiveDirective: 'img-src', blockedURL: 'data:image/png;base64,c2VjcmV0', documentURL },
        ),
      ),
    ).toEqual([
      { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', path: '/video/harbor-one' },
      { directive: 'script-src-attr', blocked: 'inline', path: '/video/harbor-one' },
      { directive: 'img-src', blocked: 'data', path: '/video/harbor-one' },
    ])
  })

  test.each(['', '{', 'null', '[1]', '{"csp-report":7}', '{"csp-report":{"blocked-uri":7}}', '[{"type":"crash"}]'])(
    'is not %j',
    (body) => {
      expect(parseReport(body)).toBeUndefined()
    },
  )

  test('with any text becomes printable ASCII of limited length', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', maxLength: 1_000 }).map((text) => `https://tv.example/${text}`),
      fc.constantFrom('javascript:alert(1)\n', 'https://a\nb.example/', `https://${'a'.repeat(500)}.example/`),
    )
    fc.assert(
      fc.property(anyText, anyText, anyText, (directive, blocked, page) => {
        const [violation] =
          parseReport(reportUri({ 'effective-directive': directive, 'blocked-uri': blocked, 'document-uri': page })) ??
          []
        for (const part of Object.values(violation ?? {})) expect(part).toMatch(/^[\x21-\x7e]{1,200}$/)
        expect(Object.keys(violation ?? {})).toEqual(['directive', 'blocked', 'path'])
      }),
    )
  })
})

describe('the log of reports', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const violation: PolicyViolation = { directive: 'script-src-elem', blocked: 'https://evil.example', path: '/signin' }
  const line = 'Policy violation: script-src-elem blocked https://evil.example on /signin'

  test('has one line per violation, then their number in that minute', () => {
    const lines: string[] = []
    const log = createReportLog((text) => lines.push(text))
    log(Array.from({ length: 15 }, () => violation))
    log(Array.from({ length: 42 }, () => violation))
    expect(lines).toEqual(Array.from({ length: 20 }, () => line))
    vi.advanceTimersByTime(60_000)
    expect(lines.slice(20)).toEqual(['Policy violations in the last minute: 57'])
    log([violation])
    vi.advanceTimersByTime(60_000)
    expect(lines.slice(21)).toEqual([line])
  })
})
