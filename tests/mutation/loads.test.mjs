/** A suite that can't even import what it tests fails no test, and the change would count as missed. This one counts. */
import { expect, it } from 'vitest'

const name = process.env.MACHINE ?? ''

it('loads', async () => {
  const { [`${name}Machine`]: machine } = await import(`../../machines/${name}.ts`)
  expect(machine.id).toBe(name)
})
