import { expect, it } from 'vitest'
import { choosePaths } from '../../tools/model-testing/pathFormats.ts'
import { searchPaths } from '../../tools/model-testing/pathSearch.ts'
import { nested } from '../../tools/model-testing/tests/seededFaults.ts'
import { asPlaywright } from './pathFormats.ts'

const chosen = choosePaths(searchPaths(nested, { kind: 'shortest', to: 'home.attic' }), 10)

it('writes a Playwright test with a comment for each step', () => {
  expect(asPlaywright(chosen)).toBe(
    [
      "// nested: 1 path to 'home.attic' – the shortest path to every state.",
      '// Save as tests/e2e/nested.paths.spec.ts and run: npx playwright test -c tests/e2e nested.paths',
      "import { test } from './fixture.ts'",
      "import driver from './drivers/nested.driver.ts'",
      "import { runPath } from './runPath.ts'",
      '',
      "test.describe('paths of nested', () => {",
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
  const none = asPlaywright(chosen, { reasonAgainst: () => 'the page has no such button.' })
  expect(none).toContain('// 1 path excluded (not possible in a browser): the page has no such button.')
  expect(none).not.toContain('runPath(')
})
