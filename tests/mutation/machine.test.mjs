/**
 * The tests of the machine `MACHINE`, the fast ones first, in one file: each file starts a worker for each mutant. A file
 * that can't be imported fails a test here, and the rest is left out; Stryker would count such a mutant as survived.
 */
import { expect, it } from 'vitest'

const machine = process.env.MACHINE

for (const file of [machine, 'stubs', 'machines']) {
  const error = await import(`../machines/${file}.test.ts`).then(
    () => undefined,
    (reason) => reason,
  )
  it(`${file}.test.ts loads`, () => {
    expect(error).toBeUndefined()
  })
  if (error) break
}
