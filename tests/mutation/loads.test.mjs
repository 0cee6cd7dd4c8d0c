/** A suite that cannot import the machine fails no test, so that Stryker would count the mutant as survived. */
import { expect, it } from 'vitest'

const name = process.env.MACHINE ?? ''

it('loads', async () => {
  const { [`${name}Machine`]: machine } = await import(`../../machines/${name}.ts`)
  expect(machine.id).toBe(name)
})
