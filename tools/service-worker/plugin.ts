import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

const folder = new URL('../../src/serviceWorker/', import.meta.url)

/** The sources of the inline elements with this tag, as hashes for a content security policy. */
function hashesOf(tag: 'script' | 'style', html: string): string {
  const texts = [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text)
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
}

/**
 * Writes /service-worker.js: src/serviceWorker/serviceWorker.ts with the constants that it declares. Its name has no hash,
 * because browsers look for updates at the same address; the names of the build's files make it differ with every change.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const names = Object.keys(bundle)
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
      const [styleSheet] = entry?.type === 'chunk' ? [...(entry.viteMetadata?.importedCss ?? [])] : []
      const font = names.find((name) => /schibsted-grotesk-latin-wght-normal-[\w-]+\.woff2$/.test(name))
      if (styleSheet === undefined || font === undefined) throw new Error('The build has no style sheet or font')
      const page = (await readFile(new URL('offlinePage.html', folder), 'utf8')).replace(
        '__STYLE_SHEET__',
        `/${styleSheet}`,
      )
      const policy = [
        `default-src 'none'`,
        `script-src ${hashesOf('script', page)}`,
        `style-src 'self' ${hashesOf('style', page)}`,
        `font-src 'self'`,
        `connect-src 'self'`,
        `base-uri 'none'`,
        `form-action 'none'`,
        `frame-ancestors 'none'`,
      ].join('; ')
      const constants = {
        BUILD: createHash('sha256').update(names.sort().join('\n')).digest('base64url').slice(0, 16),
        OFFLINE_FILES: [`/${styleSheet}`, `/${font}`],
        OFFLINE_PAGE: page,
        OFFLINE_POLICY: policy,
      }
      const source = await readFile(new URL('serviceWorker.ts', folder), 'utf8')
      const { code } = await transformWithOxc(source, 'serviceWorker.ts')
      const declarations = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`)
      const minified = await minify('service-worker.js', [...declarations, code].join('\n'), { module: false })
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: minified.code })
    },
  }
}
