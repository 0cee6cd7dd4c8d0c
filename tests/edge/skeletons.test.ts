/** The skeletons of a build: each is complete, has nothing to interact with, and stays within its budgets. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFiles } from '../../server/edge/files.ts'
import { distFolder } from '../../server/install.mjs'
import { appRoutes } from '../../src/app/paths.ts'

const files = await readFiles(join(distFolder(), 'client'))
const KIB = 1024

async function render(
  path: string,
  { configuration, hasSession = true }: { configuration?: unknown; hasSession?: boolean } = {},
) {
  const name = files.prerender?.pageAt(new URL(path, 'http://localhost'), { hasSession })
  if (!files.prerender || name === undefined) throw new Error(`${path} has no skeleton`)
  const { text, styleAttributes } = await files.prerender.render(name, await files.page(), configuration)
  const skeleton = /<div id="skeleton"[\s\S]*?(?=<script nonce="[^"]*">try)/.exec(text)?.[0] ?? ''
  return { name, text, skeleton, styleAttributes }
}

const routes = Object.entries(appRoutes)
  .filter(([, { pattern }]) => pattern !== '*')
  // A page of visitors redirects a browser with a session to the home page.
  .map(
    ([name, { pattern, access }]) =>
      [access === 'public' ? 'liveChannels' : name, pattern.replace(/:\w+/, 'one')] as const,
  )

describe.each(routes)('the skeleton of %s at %s', (route, path) => {
  test('replaces nothing that could be used, and says that the page loads', async () => {
    const { name, text, skeleton } = await render(path)
    expect(name).toBe(`shell.${route}`)
    expect(skeleton).toMatch(
      /^<div id="skeleton"[^>]*><div role="status" aria-label="Loading"><\/div><div inert aria-hidden="true">/,
    )
    expect(skeleton).toContain('<main')
    expect(skeleton.slice(skeleton.indexOf('inert'))).not.toMatch(/ (?:id|href|role|name|title|for|aria-label)=/)
    expect(text).toContain('<div id="root"></div>')
  })

  test('is within its budgets', async () => {
    const { text, styleAttributes } = await render(path)
    expect(gzipSync(text, { level: 9 }).length / KIB).toBeLessThan(21)
    expect([...text.matchAll(/<[a-z]/g)].length).toBeLessThan(460)
    // Each is a hash in the content security policy.
    expect(styleAttributes.length).toBeLessThan(20)
  })
})

test.each([
  ['/', 'Live Channels', 'page'],
  ['/video/harbor-one', undefined, 'video'],
  ['/subscribe/success', 'Payment Successful', 'page'],
  ['/upgrade/1', 'Choose Plan' + 'Choose Plan - Your subscription is set to the plan', 'checkout'],
  ['/upgrade/1?type=downgrade', 'Downgrade' + 'Downgrade Plan - Your subscription is set to the plan', 'checkout'],
])('%s has its own content and layout', async (path, title, shell) => {
  const { text, skeleton } = await render(path)
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(skeleton)?.[1]?.replaceAll(/<[^>]*>/g, '')).toBe(title)
  expect(text).toMatch(new RegExp(`<html[^>]* data-shell="${shell}"`))
})

test('the confirmation of a payment claims none before one is known', async () => {
  const { skeleton } = await render('/subscribe/success')
  for (const text of ['Payment Successful', 'Your payment has been'])
    expect(skeleton).toMatch(new RegExp(`<span class="[^"]*unknown[^"]*">${text}`))
})

test(
  'the page of a television that signs in has one for visitors, without the shell',
  { tags: 'prerender.television' },
  async () => {
    const { name, skeleton } = await render('/signin/code', { hasSession: false })
    expect(name).toBe('shell.signInWithCode')
    expect(skeleton).toContain('Sign in with your phone</h1>')
    expect(skeleton).not.toContain('<nav')
  },
)

test('an unknown path has none, and a feature that is off has no content', async () => {
  expect(files.prerender?.pageAt({ pathname: '/nowhere', search: '' }, { hasSession: true })).toBeUndefined()
  expect((await render('/guide')).skeleton).toContain('>Guide</h1>')
  const { skeleton } = await render('/guide', { configuration: { features: { guide: 'off' } } })
  expect(skeleton).not.toContain('Guide')
})

test('a page contains its style sheets, and loads the scripts of its screen and of the shell', async () => {
  const { text } = await render('/guide')
  expect(text).not.toMatch(/<link rel="stylesheet"(?! disabled)/)
  for (const name of ['Guide', 'AppShell', 'createQueryClient'])
    expect(text).toMatch(new RegExp(`<link rel="modulepreload"[^>]* href="/assets/${name}-`))
  expect(new Set(text.match(/href="\/assets\/[^"]+\.js"/g)).size).toBe(
    text.match(/href="\/assets\/[^"]+\.js"/g)?.length,
  )
  expect((await render('/')).text).toContain('href="/assets/prefetchChannel-')
})
