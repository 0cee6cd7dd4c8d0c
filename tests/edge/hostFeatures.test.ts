import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  addMissingFeatures,
  callsOfFeature,
  createHostFeatures,
  type HostFeature,
} from '../../server/edge/hostFeatures.ts'
import { type Upstream } from '../../server/edge/hostUpstream.ts'
import { defaults } from '../../src/app/configuration.ts'

type Index = { routes: Record<string, { methods: string[] }> }

/** The namespaces of a host with every call, as WordPress lists them. */
const complete = (): Record<string, Index> => ({
  'custom-plugin': {
    routes: {
      '/custom-plugin': { methods: ['GET'] },
      '/custom-plugin/device/approve': { methods: ['POST'] },
      '/custom-plugin/device/code': { methods: ['POST'] },
      '/custom-plugin/device/token': { methods: ['POST'] },
      '/custom-plugin/erase-request': { methods: ['POST'] },
      '/custom-plugin/me': { methods: ['GET', 'POST', 'PUT', 'PATCH'] },
      '/custom-plugin/sessions': { methods: ['GET', 'DELETE'] },
      '/custom-plugin/sessions/(?P<id>[a-f0-9]{8,64})': { methods: ['DELETE'] },
    },
  },
  'channel/v2': {
    routes: {
      '/channel/v2/channels': { methods: ['GET'] },
      '/channel/v2/channels/(?P<slug>(?:[\\w-]|%[0-9a-f]{2})+)': { methods: ['GET'] },
      '/channel/v2/schedule': { methods: ['GET'] },
      '/channel/v2/favourites': { methods: ['GET'] },
      '/channel/v2/favourites/(?P<slug>[\\w-]+)': { methods: ['PUT', 'DELETE'] },
      '/channel/v2/avatar': { methods: ['GET', 'POST'] },
      '/channel/v2/faqs': { methods: ['GET'] },
      '/channel/v2/support': { methods: ['POST'] },
      '/channel/v2/bug-report': { methods: ['POST'] },
    },
  },
  'mp/v1': {
    routes: { '/mp/v1/memberships': { methods: ['GET', 'POST'] }, '/mp/v1/transactions': { methods: ['GET'] } },
  },
  'payment/v1': {
    routes: Object.fromEntries(
      ['set-default-card', 'delete-card', 'add-card'].map((name) => [`/payment/v1/${name}`, { methods: ['POST'] }]),
    ),
  },
})

const maintenance = { code: 'wp_die', message: 'Briefly unavailable for scheduled maintenance.' }

/** The answers of a host by path. An index that is undefined has no namespace. */
function createHost(indexes: Record<string, unknown>, isStream = false) {
  const targets: string[] = []
  const upstream: Upstream = async ({ target }) => {
    targets.push(target)
    const index = indexes[target.replace('/wp-json/', '')]
    const body = Buffer.from(typeof index === 'string' ? index : JSON.stringify(index ?? { code: 'rest_no_route' }))
    const isError = index === maintenance
    return { status: isError ? 503 : index ? 200 : 404, headers: {}, body: isStream ? Readable.from([body]) : body }
  }
  return { upstream, targets }
}

async function readFrom(indexes: Record<string, unknown>, isStream = false) {
  const lines: string[] = []
  const { upstream, targets } = createHost(indexes, isStream)
  const features = createHostFeatures({ upstream, warn: (line) => lines.push(line) })
  await features.read()
  return { missing: features.missing(), lines, targets }
}

const without = (namespace: string, route: string): Record<string, unknown> => {
  const indexes = complete()
  delete indexes[namespace]?.routes[route]
  return indexes
}

describe('the features of a host', { tags: 'host.missingRoutes' }, () => {
  it('are complete if it has every call, from one read of each namespace', async () => {
    for (const isStream of [false, true]) {
      const { missing, lines, targets } = await readFrom(complete(), isStream)
      expect(missing).toEqual([])
      expect(lines).toEqual([])
      expect(targets.sort()).toEqual([
        '/wp-json/channel/v2',
        '/wp-json/custom-plugin',
        '/wp-json/mp/v1',
        '/wp-json/payment/v1',
      ])
    }
  })

  it.each([
    ['custom-plugin', '/custom-plugin/erase-request', 'accountRemoval'],
    ['custom-plugin', '/custom-plugin/device/token', 'deviceSignIn'],
    ['custom-plugin', '/custom-plugin/me', 'profileEdit'],
    ['custom-plugin', '/custom-plugin/sessions/(?P<id>[a-f0-9]{8,64})', 'devices'],
    ['channel/v2', '/channel/v2/channels', 'channels'],
    ['channel/v2', '/channel/v2/favourites/(?P<slug>[\\w-]+)', 'favorites'],
    ['channel/v2', '/channel/v2/schedule', 'guide'],
    ['channel/v2', '/channel/v2/avatar', 'photoUpload'],
    ['channel/v2', '/channel/v2/faqs', 'faqs'],
    ['channel/v2', '/channel/v2/support', 'supportForm'],
    ['channel/v2', '/channel/v2/bug-report', 'bugReport'],
    ['mp/v1', '/mp/v1/memberships', 'plans'],
    ['mp/v1', '/mp/v1/transactions', 'transactions'],
    ['payment/v1', '/payment/v1/add-card', 'savedCards'],
  ])('miss one without a route: %s, %s', async (namespace, route, feature) => {
    const { missing, lines } = await readFrom(without(namespace, route))
    expect(missing).toEqual([feature])
    expect(lines).toEqual([
      `The host lacks the calls of these features, which are off: ${feature}. docs/host.md lists the calls.`,
    ])
  })

  it('miss one whose route has another method', async () => {
    const indexes = complete()
    indexes['channel/v2'] = { routes: { ...indexes['channel/v2']?.routes, '/channel/v2/avatar': { methods: ['GET'] } } }
    expect((await readFrom(indexes)).missing).toEqual(['photoUpload'])
  })

  it('miss those of a namespace that the host does not have', async () => {
    expect((await readFrom({ ...complete(), 'mp/v1': undefined })).missing).toEqual(['plans', 'transactions'])
  })

  const hidden =
    'The host hides its list of the calls of channel/v2, so the edge cannot tell which are missing. Turn features without calls off with "features" in the file of CONFIGURATION.'
  it.each([
    ['refused', { code: 'rest_forbidden', message: 'No.' }, [hidden]],
    ['without routes', { namespace: 'channel/v2' }, [hidden]],
    // The check of the host reports these.
    ['in maintenance', maintenance, []],
    ['HTML', '<html></html>', []],
    ['too long', ' '.repeat(1024 * 1024 + 1), []],
  ])('count as complete if the index is %s', async (_, index, lines) => {
    expect(await readFrom({ ...complete(), 'channel/v2': index })).toMatchObject({ missing: [], lines })
  })

  it('are reported as hidden once', async () => {
    const lines: string[] = []
    const { upstream } = createHost({ ...complete(), 'channel/v2': { code: 'rest_forbidden' } })
    const features = createHostFeatures({ upstream, warn: (line) => lines.push(line) })
    await features.read()
    await features.read()
    expect(lines).toEqual([hidden])
  })

  it('are read again after ten minutes, and after one if an index could not be read', async () => {
    let time = 0
    const indexes: Record<string, unknown> = complete()
    const { upstream, targets } = createHost(indexes)
    const features = createHostFeatures({ upstream, warn: () => undefined, now: () => time })
    const readsAt = (at: number) => {
      time = at
      targets.length = 0
      features.missing()
      return targets.length
    }
    await features.read()
    expect(readsAt(599_999)).toBe(0)
    indexes['mp/v1'] = '<html></html>'
    expect(readsAt(600_000)).toBe(4)
    await features.read()
    expect(readsAt(659_999)).toBe(0)
    expect(readsAt(660_000)).toBe(4)
  })

  it('are told to the page, beside the settings of the operator', () => {
    let missing: readonly HostFeature[] = []
    const configuration = addMissingFeatures(
      { money: { currency: 'EUR' }, features: { faqs: 'off' } },
      {
        missing: () => missing,
      },
    )
    expect(configuration()).toBe(configuration())
    expect(configuration()).toEqual({ money: { currency: 'EUR' }, features: { faqs: 'off' } })
    missing = ['devices']
    expect(configuration()).toBe(configuration())
    expect(configuration()).toEqual({ money: { currency: 'EUR' }, features: { faqs: 'off', devices: 'off' } })
    missing = []
    expect(configuration()).toEqual({ money: { currency: 'EUR' }, features: { faqs: 'off' } })
  })

  it('contain every extension call that the screens need', () => {
    const { paths } = parse(readFileSync('openapi/host.yaml', 'utf8')) as {
      paths: Record<string, Record<string, { operationId?: string; 'x-origin'?: string }>>
    }
    const extensions = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .filter((operation) => operation['x-origin'] === 'extension')
      .map(({ operationId }) => operationId)
    // Signing out works without the host, and the channel request without regions. The others are files of the edge.
    const optional = ['signOut', 'readRegions', 'readCountries', 'readStates', 'readCities']
    expect([...Object.values(callsOfFeature).flat(), ...optional].sort()).toEqual(
      [...new Set([...extensions, ...optional])].sort(),
    )
    expect(Object.keys(callsOfFeature).sort()).toEqual(Object.keys(defaults.features).sort())
  })
})
