/** What `npm run paths -- <machine> --as playwright` writes is a test that runs: here it is written, loaded and run. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { choose, asPlaywright } from '../../tools/model-testing/formats.ts'
import { loadModel } from '../../tools/model-testing/load.ts'
import { ways, type Wish } from '../../tools/model-testing/ways.ts'
import { expect, test } from './fixture.ts'
import { reasonAgainstPath, type Flow } from './flow.ts'
import { retrace } from './follow.ts'

const folder = join(import.meta.dirname, '..', '..', '.cache', 'paths')
mkdirSync(folder, { recursive: true })

const wishes: Readonly<Record<string, Wish>> = {
  copyLink: { kind: 'transitions' },
  signIn: { kind: 'simple', to: 'admitted' },
  theme: { kind: 'pairs' },
  forgotPassword: { kind: 'shortest' },
}

for (const [machine, wish] of Object.entries(wishes)) {
  const model = await loadModel(machine)
  if (!model) throw new Error(`${machine} has no model`)
  const { default: flow } = (await import(`./drivers/${machine}.flow.ts`)) as { default: Flow }
  const text = asPlaywright(choose(ways(model, wish), 5), {
    browser: '.',
    reasonAgainst: (path) => reasonAgainstPath(flow, path),
  })
  // Every worker writes the same; none may read what another has half written.
  const file = join(folder, `${machine}.paths.spec.ts`)
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
  await import(file)
}

test('a path that the machine no longer has is told by its step, with what is possible there', async () => {
  const { default: flow } = (await import('./drivers/copyLink.flow.ts')) as { default: Flow }
  expect(() => retrace(flow, 'the link of an app', ['link.copy', 'writeClipboard done / copyed'])).toThrow(
    "Step 2, 'writeClipboard done / copyed', can't happen to copyLink in \"copying\". " +
      "There can: 'writeClipboard done / copied', 'writeClipboard done / refused'. " +
      'If the machine has changed, make the paths anew: npm run paths -- copyLink --as playwright',
  )
  expect(() => retrace(flow, 'a link', [])).toThrow("copyLink has no start 'a link': there are 'the link of an app'.")
})
