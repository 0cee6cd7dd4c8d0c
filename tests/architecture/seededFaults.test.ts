import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faults } from '../seededFaults/faults.ts'

it.each(faults)('$fault can be seeded into $file', ({ file, before, after }) => {
  expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2)
  expect(after).not.toBe(before)
})
