import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { noncePlaceholder } from './securityHeaders.ts'

/** The built module of src/app/prerender.tsx. */
interface PrerenderModule {
  pageAt: (location: { pathname: string; search: string }, browser: { hasSession: boolean }) => string | undefined
  renderPage: (
    page: string,
    configuration: unknown,
  ) => Promise<{ markup: string; skeleton?: { shell: string; isMembersOnly: boolean } }>
  /** The chunks of a page beyond the first script, by their source files or, for a group of files, by its name. */
  chunksOf: (page: string) => string[]
}

/** Renders the pages of visitors without a session, and the skeletons for browsers with one. */
export interface Prerender {
  /** The page for a request; undefined if it is not prerendered. */
  pageAt: PrerenderModule['pageAt']
  /** index.html with the markup of a page and its style sheets, and the values of its style attributes. */
  render: (
    page: string,
    template: string,
    configuration: unknown,
  ) => Promise<{ text: string; styleAttributes: string[] }>
}

/** The manifest of Vite: the files of each chunk, by its source file. The key of a group of files changes with each build. */
const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    src: v.optional(v.string()),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
  }),
)
type Manifest = v.InferOutput<typeof manifestSchema>

/** The manifest with the groups by their names too. */
function withGroups(manifest: Manifest): Manifest {
  const groups = Object.values(manifest).flatMap((chunk) =>
    chunk.src === undefined && chunk.name !== undefined ? [[chunk.name, chunk] as const] : [],
  )
  return { ...Object.fromEntries(groups), ...manifest }
}

/** The style sheets of a chunk and of the chunks that it imports. */
function stylesOf(manifest: Manifest, name: string): string[] {
  const chunk = manifest[name]
  return chunk ? [...new Set([...chunk.imports.flatMap((imported) => stylesOf(manifest, imported)), ...chunk.css])] : []
}

/** The scripts of a chunk and of the chunks that it imports. */
function scriptsOf(manifest: Manifest, name: string): string[] {
  const chunk = manifest[name]
  return chunk ? [chunk.file, ...chunk.imports.flatMap((imported) => scriptsOf(manifest, imported))] : []
}

const placeholder = /<div id="root">[\s\S]*?<\/div>\s*<\/div>/
/** The links of the application, which the page of a visitor loads later. */
const applicationLink = /<link [^>]* data-application[^>]*>\s*/g
/** Those of them that a skeleton does not need, because it contains its style sheets. */
const applicationStyle = /<link rel="stylesheet"[^>]* data-application[^>]*>\s*/g
const styleSheet = /<link rel="stylesheet"[^>]*>/

/** The text of an attribute that React has escaped. */
const unescapeValue = (value: string) =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Adapts a skeleton to what the browser has stored, before it is painted. */
const skeletonScript = `try {
  const stored = (name) => JSON.parse(localStorage.getItem(name))
  if (stored('userRole') === 'guest') document.documentElement.dataset.guest = ''
  if (stored('navCollapse') === false) document.querySelector('#skeleton nav').dataset.collapsed = false
} catch {} // Storage is blocked or damaged.`

/** The skeleton beside the element of the application, which replaces it, under a status that covers it. */
const skeletonElements = (markup: string, isMembersOnly: boolean) =>
  `<div id="skeleton"${isMembersOnly ? ' data-members' : ''}><div role="status" aria-label="Loading"></div>` +
  `<div inert aria-hidden="true">${markup}</div></div>` +
  `<script nonce="${noncePlaceholder}">${skeletonScript}</script><div id="root"></div>`

/** Reads the renderer beside the built client; undefined if it was not built. */
export async function readPrerender(client: string): Promise<Prerender | undefined> {
  const path = join(client, '..', 'prerender', 'prerender.js')
  const manifestPath = join(client, '.vite', 'manifest.json')
  if (!existsSync(path) || !existsSync(manifestPath)) return undefined
  const manifest = withGroups(v.parse(manifestSchema, JSON.parse(await readFile(manifestPath, 'utf8'))))
  const module = (await import(pathToFileURL(path).href)) as PrerenderModule
  return {
    pageAt: module.pageAt,
    async render(page, template, configuration) {
      const chunks = module.chunksOf(page)
      const missing = chunks.find((chunk) => !manifest[chunk])
      if (missing !== undefined) throw new Error(`The build has no chunk ${missing}`)
      const names = new Set(['index.html', ...chunks].flatMap((name) => stylesOf(manifest, name)))
      const styles = await Promise.all([...names].map((name) => readFile(join(client, name), 'utf8')))
      const first = new Set(scriptsOf(manifest, 'index.html'))
      const { markup, skeleton } = await module.renderPage(page, configuration)
      if (!placeholder.test(template) || !styleSheet.test(template)) throw new Error('index.html has another structure')
      const content = skeleton
        ? skeletonElements(markup, skeleton.isMembersOnly)
        : `<div id="root" data-prerendered="${page}">${markup}</div>`
      const base = template.replaceAll(skeleton ? applicationStyle : applicationLink, '')
      const scripts = new Set(
        chunks
          .flatMap((chunk) => scriptsOf(manifest, chunk))
          .filter((file) => !first.has(file) && !base.includes(`href="/${file}"`)),
      )
      const preloads = [...scripts].map(
        (file) => `<link rel="modulepreload" href="/${file}" nonce="${noncePlaceholder}">`,
      )
      // The page contains these. Without their links, Vite would load them before their scripts run.
      const contained = [...names].map((name) => `<link rel="stylesheet" disabled href="/${name}">`)
      const head = `<style nonce="${noncePlaceholder}">${styles.join('\n')}</style>${[...contained, ...preloads].join('')}`
      const text = base
        .replace(styleSheet, () => head)
        .replace(placeholder, () => content)
        .replace('<html', () => (skeleton ? `<html data-from-server data-shell="${skeleton.shell}"` : '<html'))
      const styleAttributes = [...markup.matchAll(/<[^>]*? style="([^"]*)"/g)].map(([, value = '']) =>
        unescapeValue(value),
      )
      return { text, styleAttributes: [...new Set(styleAttributes)] }
    },
  }
}
