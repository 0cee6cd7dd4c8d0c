/** Generates a test for one path of each kind with `npm run paths -- <machine> --as playwright`, loads it and runs it. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { choosePaths } from '../../tools/model-testing/pathFormats.ts'
import { asPlaywright } from '../paths/pathFormats.ts'
import { loadModel } from '../paths/loadModels.ts'
import { searchPaths, type PathRequest } from '../../tools/model-testing/pathSearch.ts'
import { expect, test } from './fixture.ts'
import { reasonAgainstPath, type PageDriver } from './pageDriver.ts'
import { replayPath } from './runPath.ts'

const folder = join(import.meta.dirname, '..', '..', '.cache', 'paths')
mkdirSync(folder, { recursive: true })

const pathRequests: Readonly<Record<string, PathRequest>> = {
  copyLink: { kind: 'transitions' },
  signIn: { kind: 'simple', to: 'signedIn' },
  theme: { kind: 'pairs' },
  forgotPassword: { kind: 'shortest' },
}

for (const [machine, request] of Object.entries(pathRequests)) {
  const model = await loadModel(machine)
  if (!model) throw new Error(`${machine} has no model`)
  const { default: driver } = (await import(`./drivers/${machine}.driver.ts`)) as { default: PageDriver }
  const text = asPlaywright(choosePaths(searchPaths(model, request), 1), {
    browser: '../../tests/e2e',
    reasonAgainst: (path) => reasonAgainstPath(driver, path),
  })
  // Renamed when complete, so that no worker reads a partial file.
  const file = join(folder, `${machine}.paths.spec.ts`)
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
  await import(file)
}

test('names the first impossible step of an outdated path and the possible ones', async () => {
  const { default: driver } = (await import('./drivers/copyLink.driver.ts')) as { default: PageDriver }
  expect(() => replayPath(driver, 'the link of an app', ['link.copy', 'writeClipboard done / copyed'])).toThrow(
    'Step 2, \'writeClipboard done / copyed\', is not possible for copyLink in "copying". ' +
      "Possible are: 'writeClipboard done / copied', 'writeClipboard done / refused'. " +
      'If the machine has changed, generate the paths again: npm run paths -- copyLink --as playwright',
  )
  expect(() => replayPath(driver, 'a link', [])).toThrow(
    "copyLink has no start 'a link': there are 'the link of an app'.",
  )
})
