/** A picture of each state when a tour first comes to it, by day and by night. Only where `npm run gallery` asks for it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page } from '@playwright/test'
import { type AnyMachineSnapshot } from 'xstate'

/** Where the pictures go; undefined: none are taken. */
export const galleryFolder = process.env['GALLERY'] || undefined

const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Every state in which a snapshot is, by path, the outermost first; not the machine itself. */
export const statesOf = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ path }) => path.length > 0).map(({ path }) => path.join('.'))

/** The light is the document's class and Mantine's attribute; the machine that keeps it is left alone. */
const light = (page: Page, scheme: Scheme | undefined) =>
  page.evaluate((wanted): Scheme => {
    const root = document.documentElement
    const before = root.classList.contains('dark') ? 'dark' : 'light'
    const next = wanted ?? before
    root.classList.toggle('dark', next === 'dark')
    root.setAttribute('data-mantine-color-scheme', next)
    return before
  }, scheme)

/**
 * Takes the pictures of the states of this snapshot that have none yet, at the size that the page has or at another
 * one. The page may not move meanwhile: `still` waits until it does not.
 */
export async function takePictures(
  page: Page,
  machine: string,
  snapshot: AnyMachineSnapshot,
  still: (page: Page) => Promise<void>,
  size = page.viewportSize(),
): Promise<void> {
  if (galleryFolder === undefined || size === null) return
  const folder = join(galleryFolder, machine)
  const { width } = size
  const driven = page.viewportSize() ?? size
  const fileOf = (state: string, scheme: Scheme) => join(folder, `${state}.${width}.${scheme}.webp`)
  const before = await light(page, undefined)
  // What the theme machine is about can't be lit otherwise.
  const schemes = machine === 'theme' ? [before] : SCHEMES
  const states = statesOf(snapshot).filter((state) => schemes.some((scheme) => !existsSync(fileOf(state, scheme))))
  if (states.length === 0) return
  mkdirSync(folder, { recursive: true })
  if (driven.width !== width) await page.setViewportSize(size)
  const protocol = await page.context().newCDPSession(page)
  for (const scheme of schemes) {
    await light(page, scheme)
    await still(page)
    // Playwright's own picture waits by the page's clock, which may stand.
    const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
    for (const state of states) writeFileSync(fileOf(state, scheme), Buffer.from(data, 'base64'))
  }
  await light(page, before)
  await protocol.detach()
  if (driven.width !== width) await page.setViewportSize(driven)
}
