import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGzipParts } from '../../server/edge/gzipParts.ts'

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array))

test('parts that are compressed once are valid gzip with any separator', () => {
  fc.assert(
    fc.property(fc.array(bytes(2_000), { minLength: 1, maxLength: 6 }), fc.array(bytes(100)), (parts, separators) => {
      const join = createGzipParts(parts)
      for (const separator of separators) {
        const expected = Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part])))
        expect(gunzipSync(join(separator))).toEqual(expected)
      }
    }),
  )
})

test('a long part takes less room', () => {
  const text = Buffer.from('the same words again, '.repeat(1_000))
  expect(createGzipParts([text, text])(Buffer.from('nonce')).length).toBeLessThan(text.length / 20)
})
