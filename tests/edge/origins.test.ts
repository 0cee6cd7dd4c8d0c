/** The origins of a host that the policy of the page allows. */
import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../server/environment.ts'

const read = (variables: Record<string, string>) => {
  const { streamOrigins, sources } = readEnvironment({
    SERVICE_KEY: 'key',
    EDGE_SECRET: 'x'.repeat(32),
    PUBLIC_ORIGIN: 'https://tv.example',
    ...variables,
  })
  return { streams: streamOrigins, images: sources.image }
}
const overHttp = [0, 1, 2].map((server) => `http://${server}.gravatar.com`)

describe('the page may load', { tags: 'host.origins' }, () => {
  test.each([
    ['streams and images of the host', { HOST_URL: 'https://wp.example/blog' }, ['https://wp.example']],
    ['nothing of a host inside the network', { HOST_URL: 'http://wp.internal:8080' }, []],
    [
      'those of a host over http, if the edge is on this machine',
      { HOST_URL: 'http://127.0.0.1:8080/blog', PUBLIC_ORIGIN: 'http://localhost:4173' },
      ['http://127.0.0.1:8080'],
    ],
  ])('%s', (_, variables, origins) => {
    expect(read(variables)).toEqual({ streams: origins, images: origins })
  })

  test('those of other origins too, each once', () => {
    const streams = 'https://cdn.example/live https://wp.example'
    expect(
      read({ HOST_URL: 'https://wp.example', STREAM_ORIGINS: streams, IMAGE_ORIGINS: 'https://img.example' }),
    ).toEqual({
      streams: ['https://wp.example', 'https://cdn.example'],
      images: ['https://wp.example', 'https://img.example'],
    })
  })

  test.each([
    ['https://wp.example', ['https://wp.example', 'https://secure.gravatar.com']],
    ['http://wp.internal', ['https://secure.gravatar.com', ...overHttp]],
  ])('avatars of Gravatar only with GRAVATAR=1: %s', (url, images) => {
    expect(read({ HOST_URL: url, GRAVATAR: '1' }).images).toEqual(images)
    expect(read({ HOST_URL: url }).images?.join(' ')).not.toContain('gravatar')
  })
})
