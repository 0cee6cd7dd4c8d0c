import { operations, type Operation } from '../../openapi/operations.ts'
import { calls, contract, type ContractCall } from './contract.ts'
import { parseJson, violations } from './exchange.ts'
import { createHostClient, type HostAnswer } from './hostClient.ts'
import { MONEY, stepsInOrder, type CallValues, type Known, type Step } from './steps.ts'

export interface CheckOptions {
  /** The URL of the host, including a path before `/wp-json`. */
  host: URL
  userName: string
  password: string
  /** Without it, the calls of the membership service are not made. */
  serviceKey?: string | undefined
  /** Whether to make the calls that send a letter. */
  sendsLetters?: boolean
}

/**
 * - `valid`: the response is as the contract says.
 * - `invalid`: it is not, or there is none.
 * - `missing`: the host lacks the extension.
 * - `skipped`: the call was not made.
 */
export type CheckResult = 'valid' | 'invalid' | 'missing' | 'skipped'

export interface CheckRow {
  /** 'GET /wp-json/…' */
  call: string
  origin: 'specification' | 'extension'
  /** The feature of an extension. */
  feature?: string
  /** The status of the response; null without one. */
  answered: number | null
  result: CheckResult
  /** What differs from the contract, or why the call was not made. */
  notes: string[]
}

export interface HostReport {
  /** Without a session, the sign-in is the only call. */
  isSignedIn: boolean
  /** The calls in the order in which they were made. */
  rows: CheckRow[]
  /** The features whose calls the host lacks, including calls that the check does not make. */
  featuresOff: string[]
}

type Outcome = Pick<CheckRow, 'answered' | 'result' | 'notes'>

/** The text `code` of an error or of a WordPress error, or ''. */
const codeOf = (value: unknown): string => {
  const code: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

/** The values of a call, or why it is not made. */
function prepareCall(
  { membership, idempotencyKey }: Operation,
  step: Step,
  { known, serviceKey }: { known: Known; serviceKey: string | undefined },
): CallValues | string {
  if (idempotencyKey) return MONEY
  if (membership && !serviceKey) return 'needs --service-key'
  return step.prepare(known)
}

/** Compares an answer with the contract. */
function judge(call: ContractCall, step: Step, { known, answer }: { known: Known; answer: HostAnswer }): Outcome {
  const { target, status, headers, text } = answer
  const outcome = (result: CheckResult, notes: string[] = []) => ({ answered: status, result, notes })
  if (status >= 300 && status < 400)
    return outcome('invalid', [`redirects to ${(headers['location'] ?? '').replace(/[?#].*/, '')}`])
  const body = parseJson(text)?.value
  const code = codeOf(body)
  if (status === 404 && code === 'rest_no_route')
    return outcome(call.operation['x-origin'] === 'extension' ? 'missing' : 'invalid', [
      'the host does not have this call',
    ])
  const exchange = { method: call.method, path: target, requestHeaders: {}, requestBody: undefined }
  const found = violations({ ...exchange, status, responseHeaders: headers, responseBody: text }, 'host', 'response')
  if (status >= 400) {
    if (found.length > 0) return outcome('invalid', found)
    const reason = step.refusals?.[code]
    if (reason !== undefined) return outcome('valid', [`refused with ${code}: ${reason}`])
    const isSession = contract['x-session-codes'].includes(code)
    return outcome('invalid', [`refused with ${code}${isSession ? ' although signed in' : ''}`])
  }
  step.learn?.(known, body)
  if (found.length > 0) return outcome('invalid', found)
  const faults = step.findFaults?.(known, body) ?? []
  return outcome(faults.length === 0 ? 'valid' : 'invalid', faults)
}

/**
 * Checks a live host against the contract with an account: signs in, makes every read and the changes that can be undone,
 * and signs out. Makes no call that moves money, ends a subscription, changes cards or other sessions, or asks for the
 * account to be deleted.
 */
export async function checkHost({ host, serviceKey, ...account }: CheckOptions): Promise<HostReport> {
  const client = createHostClient(host)
  const known: Known = { sendsLetters: false, ...account }
  const rows: CheckRow[] = []
  for (const [id, step] of stepsInOrder) {
    const operation: Operation = operations[id]
    const call = calls.find((each) => each.operation.operationId === id)
    if (call === undefined) throw new Error(`The contract has no ${id}`)
    const values = prepareCall(operation, step, { known, serviceKey })
    const outcome: Outcome | Promise<Outcome> =
      typeof values === 'string'
        ? { answered: null, result: 'skipped', notes: [values] }
        : client.send({ call, operation, values }, { token: known.token, serviceKey }).then(
            (answer) => judge(call, step, { known, answer }),
            (error: unknown) => ({
              answered: null,
              result: 'invalid',
              notes: [`no response (${codeOf(error) || String(error)})`],
            }),
          )
    const { 'x-origin': origin, 'x-feature': feature } = call.operation
    rows.push({ call: call.name, origin, ...(feature !== undefined && { feature }), ...(await outcome) })
    // The sign-in is the first call.
    if (known.token === undefined) break
  }
  const missing = rows.flatMap(({ result, feature }) => (result === 'missing' && feature ? [feature] : []))
  const featuresOff = [...new Set([...missing, ...(await client.readMissingFeatures())])].sort()
  await client.close()
  return { isSignedIn: known.token !== undefined, rows, featuresOff }
}
