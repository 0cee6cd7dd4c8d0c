import * as v from 'valibot'
import { bodyRefusal, mediaTypeOf, readRequestBody } from './hostRequest.ts'
import { badRequest, methodNotAllowed, unsupportedType } from './refusal.ts'
import { type ClientRequest, type Reply } from './reply.ts'

/** A violation of the content security policy, reduced to printable ASCII without personal data. */
export interface PolicyViolation {
  /** e.g. `script-src-elem` */
  directive: string
  /** The origin, scheme or kind (`inline`, `eval`) of what was blocked. */
  blocked: string
  /** The path of the page. */
  path: string
}

/** The largest body of a report, in bytes. */
const maxReportBytes = 16 * 1024

/** Of `report-uri` and of `report-to`. */
const reportTypes = ['application/csp-report', 'application/reports+json']

const maxLines = 20
const maxCharacters = 200
const intervalMs = 60_000

const toUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)
const isWebUrl = (url: URL) => /^(https?|wss?):$/.test(url.protocol)
const wordOf = (text: string) => /^[a-z-]{1,40}$/.exec(text)?.[0] ?? 'unknown'

/** The origin of a web address, else the scheme, or the word that stands for it. */
function sourceOf(blocked: string): string {
  const url = toUrl(blocked)
  if (url === undefined) return wordOf(blocked)
  return isWebUrl(url) ? url.origin.slice(0, maxCharacters) : wordOf(url.protocol.slice(0, -1))
}

function pathOf(page: string): string {
  const url = toUrl(page)
  return url && isWebUrl(url) ? url.pathname.slice(0, maxCharacters) : 'unknown'
}

const toViolation = (directive = '', blocked = '', page = ''): PolicyViolation => ({
  directive: wordOf(directive),
  blocked: sourceOf(blocked),
  path: pathOf(page),
})

const text = v.optional(v.string())
const reportUriBody = v.pipe(
  v.object({
    'csp-report': v.object({
      'effective-directive': text,
      'violated-directive': text,
      'blocked-uri': text,
      'document-uri': text,
    }),
  }),
  v.transform(({ 'csp-report': report }) => [
    toViolation(
      report['effective-directive'] ?? report['violated-directive'],
      report['blocked-uri'],
      report['document-uri'],
    ),
  ]),
)
const reportToBody = v.pipe(
  v.array(v.object({ body: v.object({ effectiveDirective: text, blockedURL: text, documentURL: text }) })),
  v.transform((reports) =>
    reports.map(({ body }) => toViolation(body.effectiveDirective, body.blockedURL, body.documentURL)),
  ),
)
const reportBody = v.pipe(v.string(), v.parseJson(), v.union([reportUriBody, reportToBody]))

/** The violations in the body of a report, or undefined if it is not one. */
export function parseReport(body: string): PolicyViolation[] | undefined {
  const result = v.safeParse(reportBody, body)
  return result.success ? result.output : undefined
}

/**
 * Returns a function that writes each violation as one line. After 20 lines in a minute it only counts them, and writes
 * their number at the end of the minute.
 */
export function createReportLog(write: (line: string) => void): (violations: readonly PolicyViolation[]) => void {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  const endInterval = () => {
    if (count > maxLines) write(`Policy violations in the last minute: ${count}`)
    count = 0
    timer = undefined
  }
  return (violations) => {
    for (const { directive, blocked, path } of violations) {
      timer ??= setTimeout(endInterval, intervalMs).unref()
      count += 1
      if (count <= maxLines) write(`Policy violation: ${directive} blocked ${blocked} on ${path}`)
    }
  }
}

/** Receives a report: 204, or a refusal of its method, type, size or syntax. */
export async function receiveReport(
  request: ClientRequest,
  log: (violations: readonly PolicyViolation[]) => void,
): Promise<Reply> {
  if (request.method !== 'POST') return methodNotAllowed(['POST'])
  if (!reportTypes.includes(mediaTypeOf(request))) return unsupportedType()
  try {
    const { bytes, release } = await readRequestBody(request, { maxBytes: maxReportBytes, hasSession: false })
    release()
    const violations = parseReport(bytes.toString('utf8'))
    if (violations === undefined) return badRequest('rest_invalid_json')
    log(violations)
    return { status: 204, headers: { 'cache-control': 'no-store' } }
  } catch (error) {
    return bodyRefusal(error)
  }
}
