import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../../server/createServer.ts'
import { formatSecurityTxt } from '../../server/edge/securityTxt.ts'
import { readEnvironment, SettingError } from '../../server/environment.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const CONTACT = 'mailto:security@tv.example'
const HOST = {
  HOST_URL: 'https://host.example',
  SERVICE_KEY: 'key',
  EDGE_SECRET: edgeSecrets[0],
  PUBLIC_ORIGIN: 'http://localhost',
}
const dist = {
  page: () => Promise.resolve('<html></html>'),
  open: () => Promise.resolve(undefined),
  isPage: () => false,
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-security-txt-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function requestSecurityTxt(variables: Record<string, string>) {
  const server = await createServer(readEnvironment({ DATA: folder, LOG: 'off', ...variables }), { dist })
  const response = await requestEdge(server.edge, 'http://localhost/.well-known/security.txt')
  await server.close()
  return response
}

describe('security.txt', () => {
  test('has the fields of RFC 9116', () => {
    const now = Date.UTC(2030, 0, 1, 23, 59, 59)
    expect(formatSecurityTxt(CONTACT, new URL('https://tv.example'), now)).toBe(
      [
        'Contact: mailto:security@tv.example',
        'Expires: 2030-06-30T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://tv.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
  })

  test('is served as text', async () => {
    const response = await requestSecurityTxt({ ...HOST, SECURITY_CONTACT: CONTACT })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toContain(`Contact: ${CONTACT}\n`)
    expect(text).toContain('Canonical: http://localhost/.well-known/security.txt\n')
  })

  test.each([
    ['without a contact', HOST],
    ['with the sandbox', { SECURITY_CONTACT: CONTACT }],
  ])('is 404 %s', async (_, variables) => {
    expect((await requestSecurityTxt(variables)).status).toBe(404)
  })
})

describe('SECURITY_CONTACT', () => {
  const readContact = (value: string) => readEnvironment({ SECURITY_CONTACT: value }).securityContact

  test.each([CONTACT, 'https://tv.example/security?from=txt'])('may be %s', (value) => {
    expect(readContact(value)).toBe(value)
  })

  test('is optional', () => {
    expect(readContact('')).toBeUndefined()
  })

  test.each([
    'security@tv.example',
    'http://tv.example/security',
    'https://',
    'https://user:password@tv.example/',
    'mailto:',
    'mailto:security',
    'mailto:a@tv.example\nContact: mailto:b@tv.example',
    'tel:+1-201-555-0123',
  ])('must not be %s', (value) => {
    expect(() => readContact(value)).toThrow(SettingError)
  })

  test('cannot add a line to the file', () => {
    expect(readContact('https://tv.example/\nCanonical: https://evil.example/')).not.toMatch(/\s/)
  })
})
