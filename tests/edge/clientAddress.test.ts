/** The client's address, as the proxies in front of the edge report it, and the network that its attempts count for. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddressOf, networkOf } from '../../server/edge/clientAddress.ts'

const balancer = '10.0.0.1'

test.each([
  ['no proxy: the socket', '6.6.6.6', 0, balancer],
  ['one proxy: the last entry', '6.6.6.6, 192.0.2.7', 1, '192.0.2.7'],
  ['one proxy that passes nothing on', '192.0.2.7', 1, '192.0.2.7'],
  ['two proxies: the entry of the first', '6.6.6.6, 192.0.2.7, 10.0.0.2', 2, '192.0.2.7'],
  ['two proxies, past the first', '192.0.2.7', 2, '192.0.2.7'],
  ['an IPv6 address', '2001:DB8::1', 1, '2001:db8::1'],
  ['an IPv4 address in IPv6', '::ffff:192.0.2.7', 1, '192.0.2.7'],
  ['a port', '192.0.2.7:4711', 1, '192.0.2.7'],
  ['brackets and a port', '[2001:db8::1]:4711', 1, '2001:db8::1'],
  ['no header', undefined, 1, balancer],
  ['no address', '6.6.6.6, unknown', 1, balancer],
])('%s', (_, forwardedFor, proxies, expected) => {
  expect(clientAddressOf(forwardedFor, `::ffff:${balancer}`, proxies)).toBe(expected)
})

test('a client cannot choose its address, whatever it sends', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (forged) => {
      expect(clientAddressOf(forged, balancer, 0)).toBe(balancer)
      expect(clientAddressOf(`${forged}, 192.0.2.7`, balancer, 1)).toBe('192.0.2.7')
      expect(clientAddressOf(`${forged}, 192.0.2.7, 10.0.0.2`, balancer, 2)).toBe('192.0.2.7')
    }),
  )
})

test('an IPv6 client is its /64 network, an IPv4 client its address', () => {
  expect(networkOf('2001:db8:0:7::1')).toBe(networkOf('2001:db8:0:7:ffff:ffff:ffff:ffff'))
  expect(networkOf('2001:db8:0:7::1')).not.toBe(networkOf('2001:db8:0:8::1'))
  expect(networkOf('::ffff:192.0.2.7')).toBe(networkOf('192.0.2.7'))
  expect(networkOf('192.0.2.7')).not.toBe(networkOf('192.0.2.8'))
})
