import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../server/install.mjs'
import { faults } from '../seededFaults/faults.ts'

it.each(faults)('$fault can be seeded into $file', ({ file, before }) => {
  expect(readFileSync(join(root, file), 'utf8').split(before)).toHaveLength(2)
})
