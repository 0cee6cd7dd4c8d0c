/** Budgets of the pages that a visitor sees first, in bytes and elements. They do not depend on the machine. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readFiles } from '../../server/edge/files.ts'
import { renderPage } from '../../server/edge/renderPage.ts'
import { preloadLinks } from '../../server/edge/preloadLinks.ts'
import { distFolder } from '../../server/install.mjs'

const client = join(distFolder(), 'client')
const KIB = 1024

/** The page and the scripts that it loads before its form works. */
async function read(pathname: string) {
  const files = await readFiles(client)
  const name = files.prerender?.pageAt({ pathname, search: '' }, { hasSession: false })
  if (!files.prerender || name === undefined) throw new Error(`${pathname} is not prerendered`)
  const { text } = await files.prerender.render(name, await files.page(), undefined)
  const page = renderPage(text, undefined)
  const scripts = [...preloadLinks(page).matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, path = '']) => path)
  return { page, paths: scripts, scripts: await Promise.all(scripts.map((path) => readFile(join(client, path)))) }
}

const sizeOf = (texts: readonly (string | Buffer)[]) =>
  texts.reduce((bytes, text) => bytes + gzipSync(text, { level: 9 }).length, 0) / KIB

test.each([
  ['/signin', { script: 130, page: 14, elements: 130 }],
  ['/forget/password', { script: 142, page: 14, elements: 110 }],
  ['/reset-password', { script: 146, page: 14, elements: 90 }],
])('%s is within its budgets', async (path, budget) => {
  const { page, scripts } = await read(path)
  expect(sizeOf(scripts)).toBeLessThan(budget.script)
  expect(sizeOf([page])).toBeLessThan(budget.page)
  expect([...page.matchAll(/<[a-z]/g)].length).toBeLessThan(budget.elements)
})

test.each(['/signin', '/forget/password', '/reset-password'])(
  '%s names all scripts before its form works',
  async (path) => {
    const { page, paths } = await read(path)
    for (const name of ['index', 'react', 'root', 'visitor'])
      expect(paths.filter((script) => script.startsWith(`/assets/${name}-`))).toHaveLength(1)
    expect(new Set(paths).size).toBe(paths.length)
    // The application loads later.
    expect(page).not.toContain('/assets/createApp-')
  },
)

test('a page contains its style sheets, and loads none of them', async () => {
  const { page } = await read('/signin')
  const links = page.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  expect(links.filter((link) => link.includes('/assets/visitor-'))).toHaveLength(1)
  expect(links.filter((link) => !link.includes(' disabled '))).toEqual([])
  expect(preloadLinks(page)).not.toContain('as=style')
})
