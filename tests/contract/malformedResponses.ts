/** Malformed responses: the examples of the contract with random mutations, and bodies that are no JSON at all. */
import fc from 'fast-check'
import { exampleValue } from '../../tools/contract/contract.ts'
import { clientCalls, type FakeResponse } from './exampleCalls.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Every response example of the contract. A refusal has the status 0. */
export const exampleResponses = clientCalls.flatMap((call) =>
  Object.entries(call.responses).flatMap(([status, response]) =>
    Object.values(response.content?.['application/json']?.examples ?? {}).map((example) => ({
      call,
      status: status === 'default' ? 0 : Number(status),
      body: exampleValue(example) as Json,
    })),
  ),
)

/** The values that replace a value of a response. */
const adversarialValue: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom<Json | undefined>(undefined, null, true, false, 0, 1, -1, 1e308, [], {}, [[]]),
  fc.constantFrom('', '0', '1', 'NaN', '-1', '1e3', 'cancelled', '2026-13-45', '0000-00-00 00:00:00'),
  fc.constantFrom('<img src=x onerror=alert(1)>', 'javascript:alert(1)', '../..', '{}'),
  fc.integer(),
  fc.string(),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
)

const mutation = fc.record({
  position: fc.nat(1_000),
  kind: fc.constantFrom('replace', 'swap', 'drop', 'wrap', 'object', 'rename'),
  value: adversarialValue,
})
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never

/** All positions in a value: the parent and the key. */
const locationsIn = (root: { body: Json | undefined }): [Record<string, Json | undefined>, string][] => {
  const found: [Record<string, Json | undefined>, string][] = []
  const visit = (holder: Record<string, Json | undefined>, key: string): void => {
    found.push([holder, key])
    const value = holder[key]
    if (typeof value === 'object' && value !== null)
      Object.keys(value).forEach((inner) => visit(value as Record<string, Json | undefined>, inner))
  }
  visit(root as Record<string, Json | undefined>, 'body')
  return found
}

/** Converts strings to numbers, numbers to strings and booleans to PHP's. */
const swapType = (value: Json | undefined): Json => {
  if (typeof value === 'string') return value === '' ? false : Number.isFinite(Number(value)) ? Number(value) : [value]
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : Object.values<Json>(value ?? {})
}

/** The body after the mutations, one after another. */
const applyMutations = (body: Json, changes: Mutation[]): Json | undefined => {
  const root: { body: Json | undefined } = { body: structuredClone(body) }
  for (const { position, kind, value } of changes) {
    const locations = locationsIn(root)
    const [holder, key] = locations[position % locations.length] ?? []
    if (!holder || key === undefined) continue
    const old = holder[key]
    if (kind === 'replace') holder[key] = value
    else if (kind === 'swap') holder[key] = swapType(old)
    else if (kind === 'drop') holder[key] = undefined
    else if (kind === 'wrap') holder[key] = [old ?? null]
    // PHP serializes a list with gaps as an object.
    else if (kind === 'object' && Array.isArray(old))
      holder[key] = Object.fromEntries(old.map((each, at) => [String(at * 2 + 1), each]))
    else if (kind === 'rename') {
      holder[key.toUpperCase()] = old
      holder[key] = undefined
    }
  }
  return root.body
}

const largeBytes = 5_000_000

const transport = fc.oneof(
  { weight: 160, arbitrary: fc.constant('whole' as const) },
  { weight: 80, arbitrary: fc.constantFrom('cut', 'html', 'empty', 'noise', 'mark') },
  { weight: 1, arbitrary: fc.constant('large' as const) },
)
type Transport = typeof transport extends fc.Arbitrary<infer Value> ? Value : never

const encodeResponse = (transport: Transport, status: number, body: Json | undefined, at: number): FakeResponse => {
  const text = JSON.stringify(body) ?? ''
  if (transport === 'cut') return { status, body: text.slice(0, at % (text.length + 1)) }
  if (transport === 'html') return { status, body: `<!doctype html><p>${text}`, type: 'text/html' }
  if (transport === 'empty') return { status, body: null }
  if (transport === 'noise') return { status, body: `Warning: Undefined array key 3 in x.php on line 7\n${text}` }
  if (transport === 'mark') return { status, body: `\ufeff${text}` }
  if (transport === 'large') return { status, body: text + ' '.repeat(largeBytes) }
  return { status, body: text }
}

/** The same mutations in every run. A failure prints the path to its example. */
export const malformedSeed = 20_261_123

/** A response with a mutated body. `parsed` is its JSON, undefined without any. */
export type MalformedResponse = FakeResponse & { parsed: unknown }

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse((text ?? '').replace(/^\ufeff/, '')) as unknown
  } catch {
    return undefined
  }
}

/** Mutates an example whose status is `own`; 0 is that of a refusal. */
export const malformedResponse = (own: number, body: Json): fc.Arbitrary<MalformedResponse> =>
  fc
    .tuple(
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      transport,
      fc.constantFrom(200, 200, 200, 200, 200, 200, 200, 201, 400, 401, 403, 404, 429, 500, 502),
      fc.nat(10_000),
    )
    .map(([mutations, encoding, drawn, at]) => {
      const status = own === 0 && drawn === 200 ? 500 : drawn
      const sent = encodeResponse(encoding, status, applyMutations(body, mutations), at)
      return { ...sent, parsed: encoding === 'html' ? undefined : parse(sent.body) }
    })
