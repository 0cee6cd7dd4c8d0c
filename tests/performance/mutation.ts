/** The scores of the last `npm run mutation`, which takes too long to be repeated here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atLeast, type Measurement } from './measurement.ts'

type MutationScore = { file: string; killed: number; of: number }

export async function measure(): Promise<Measurement[]> {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'mutation.json')
  const all = JSON.parse(readFileSync(file, 'utf8')) as MutationScore[]
  return Promise.resolve(
    all.map(({ file: name, killed, of }) =>
      atLeast(
        `Mutation score of ${name}`,
        (killed / of) * 100,
        '%',
        85,
        `${killed} of ${of}; survivors are in docs/mutation.json`,
      ),
    ),
  )
}
