import { expect, it } from 'vitest'
import { choosePaths } from '../../tools/model-testing/pathFormats.ts'
import { searchPaths } from '../../tools/model-testing/pathSearch.ts'
import { family } from '../../tools/model-testing/tests/seededFaults.ts'
import { asPlaywright } from './pathFormats.ts'

const chosen = choosePaths(searchPaths(family, { kind: 'shortest', to: 'home.attic' }), 10)

it('writes a Playwright test with a comment for each step', () => {
  expect(asPlaywright(chosen)).toBe(
    [
      "// family: 1 path to 'home.attic' – the shortest path to every state.",
      '// Save as tests/e2e/family.paths.spec.ts and run: npx playwright test -c tests/e2e family.paths',
      "import { test } from './fixture.ts'",
      "import driver from './drivers/family.driver.ts'",
      "import { runPath } from './runPath.ts'",
      '',
      "test.describe('paths of family', () => {",
      "  test('path 1: 2 steps', async ({ page, server }) => {",
      "    await runPath(driver, page, server, 'start', [",
      '      // Ask. Expected: home.room',
      "      'ask',",
      "      // 'question' answers: sure. Expected: outside",
      "      'question done / sure',",
      '    ])',
      '  })',
      '})',
      '',
    ].join('\n'),
  )
  const none = asPlaywright(chosen, { reasonAgainst: () => 'nobody asks.' })
  expect(none).toContain('// 1 path excluded (not possible in a browser): nobody asks.')
  expect(none).not.toContain('runPath(')
})
