import * as v from 'valibot'
import { operations } from '../../openapi/operations.ts'
import { type Upstream } from './hostUpstream.ts'

/** The calls that a feature needs. The names are those of `features` in the configuration of the page. */
export const callsOfFeature = {
  accountRemoval: ['requestErasure'],
  bugReport: ['reportBug'],
  channels: ['readChannels', 'readChannel'],
  deviceSignIn: ['requestDeviceCode', 'requestDeviceToken', 'approveDevice'],
  devices: ['readSessions', 'endSession', 'endOtherSessions'],
  faqs: ['readFaqs'],
  favorites: ['readFavourites', 'addFavourite', 'removeFavourite'],
  guide: ['readSchedule'],
  photoUpload: ['uploadAvatar'],
  plans: ['readPlans'],
  profileEdit: ['editMe'],
  savedCards: ['setDefaultCard', 'deleteCard', 'addCard'],
  supportForm: ['askSupport'],
  transactions: ['readTransactions'],
} as const satisfies Record<string, readonly (keyof typeof operations)[]>

export type HostFeature = keyof typeof callsOfFeature

/** In ms. */
const maxAge = 10 * 60_000
/** After an index that could not be read. */
const retryAfter = 60_000
const timeout = 10_000
/** In bytes. The index of a namespace has some kilobytes. */
const maxIndexSize = 1024 * 1024

const indexSchema = v.object({ routes: v.record(v.string(), v.object({ methods: v.array(v.string()) })) })
const missingNamespaceSchema = v.object({ code: v.literal('rest_no_route') })

/** A path pattern of the contract or of WordPress with `{}` for each parameter: '/channel/v2/favourites/{}'. */
function templateOf(pattern: string): string {
  let depth = 0
  let template = ''
  for (const character of pattern) {
    if (character === '(' && depth++ === 0) template += '{}'
    else if (character === ')') depth -= 1
    else if (depth === 0 && character !== '\\') template += character
  }
  return template.replace(/\/$/, '')
}

/** 'GET /channel/v2/channels/{}' of each call of a feature. */
const routesOf = (feature: HostFeature): string[] =>
  callsOfFeature[feature].map((id) => {
    const { method, path } = operations[id]
    return `${method} ${templateOf(path.source.replace(/^\^\\\/wp-json|\$$/g, ''))}`
  })

const featureNames = Object.keys(callsOfFeature) as HostFeature[]
const namespaceOf = (route: string) => /^\S+ \/(custom-plugin|[\w-]+\/v\d)/.exec(route)?.[1] ?? ''

export interface HostFeatures {
  /** The features whose calls the host does not have, by the last read. Starts another read when the last one is old. */
  missing(): readonly HostFeature[]
  /** Reads the indexes of the host and prints the missing features when they have changed. Never rejects. */
  read(): Promise<void>
}

/**
 * Finds out which features the host lacks, from WordPress's index of each namespace. A namespace whose index cannot be
 * read counts as complete, because a security plugin may hide it.
 */
export function createHostFeatures({
  upstream,
  warn,
  now = () => Date.now(),
}: {
  upstream: Upstream
  warn: (line: string) => void
  now?: () => number
}): HostFeatures {
  let missing: readonly HostFeature[] = []
  let hidden = ''
  let nextReadAt = Infinity

  /** The routes of a namespace, 'GET /channel/v2/channels/{}'; undefined if its index can't be read, such as a hidden one. */
  async function readRoutes(namespace: string, onHidden: () => void): Promise<string[] | undefined> {
    try {
      const { status, body } = await upstream({
        method: 'GET',
        target: `/wp-json/${namespace}`,
        headers: { accept: 'application/json' },
        headersTimeout: timeout,
        bodyTimeout: timeout,
        signal: AbortSignal.timeout(timeout),
      })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of Buffer.isBuffer(body) ? [body] : (body as AsyncIterable<Buffer>)) {
        size += chunk.length
        if (size > maxIndexSize) return undefined
        chunks.push(chunk)
      }
      const json: unknown = JSON.parse(Buffer.concat(chunks).toString())
      if (v.is(missingNamespaceSchema, json)) return []
      const index = v.safeParse(indexSchema, json)
      if (!index.success) {
        if (status < 500) onHidden()
        return undefined
      }
      return Object.entries(index.output.routes).flatMap(([route, { methods }]) =>
        methods.map((method) => `${method} ${templateOf(route)}`),
      )
    } catch {
      return undefined
    }
  }

  async function read() {
    nextReadAt = now() + maxAge
    const namespaces = [...new Set(featureNames.flatMap(routesOf).map(namespaceOf))]
    const hiddenNow: string[] = []
    const routes = new Map(
      await Promise.all(
        namespaces.map(async (namespace) => {
          const found = await readRoutes(namespace, () => hiddenNow.push(namespace))
          return [namespace, found && new Set(found)] as const
        }),
      ),
    )
    if ([...routes.values()].includes(undefined)) nextReadAt = now() + retryAfter
    const hiddenBefore = hidden
    hidden = hiddenNow.sort().join(', ')
    if (hidden !== '' && hidden !== hiddenBefore)
      warn(
        `The host hides its list of the calls of ${hidden}, so the edge cannot tell which are missing. Turn features without calls off with "features" in the file of CONFIGURATION.`,
      )
    const found = featureNames.filter((feature) =>
      routesOf(feature).some((route) => routes.get(namespaceOf(route))?.has(route) === false),
    )
    if (found.join() === missing.join()) return
    missing = found
    warn(
      found.length === 0
        ? 'The host has the calls of every feature.'
        : `The host lacks the calls of these features, which are off: ${found.join(', ')}. docs/host.md lists the calls.`,
    )
  }

  return {
    read,
    missing() {
      if (now() >= nextReadAt) void read()
      return missing
    },
  }
}

/** The configuration of the page with the missing features off. The same object until they change. */
export function addMissingFeatures(
  configuration: Readonly<Record<string, unknown>> = {},
  hostFeatures?: Pick<HostFeatures, 'missing'>,
): () => Readonly<Record<string, unknown>> {
  let last: readonly HostFeature[] = []
  let added = configuration
  return () => {
    const missing = hostFeatures?.missing() ?? last
    if (missing !== last) {
      last = missing
      const off = Object.fromEntries(missing.map((feature) => [feature, 'off']))
      added = { ...configuration, features: { ...Object(configuration['features']), ...off } }
    }
    return added
  }
}
