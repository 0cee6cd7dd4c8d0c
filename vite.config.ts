import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pagePatterns } from './src/app/paths.ts'
import { serviceWorker } from './tools/service-worker/plugin.ts'
import { thirdPartyNotices } from './tools/third-party/notices.ts'

const outputFolder = process.env['DIST'] ?? 'dist'

/** Large libraries of which a page calls a small part. */
const partlyCalled = /^(hls$|jspdf)/

/** Smaller files are not compressed. */
const MIN_COMPRESSED_BYTES = 1024

/** Removes source map URLs from prebuilt scripts, because source maps are not published. */
function withoutMaps(): Plugin {
  return {
    name: 'without-maps',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.js')) continue
        const text = typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString('utf8')
        file.source = text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n')
      }
    },
  }
}

/**
 * Lets V8 compile a file when it loads, in the background, instead of each function at its first call. V8 reads the comment
 * only before the code, so it is added after Vite has added its list of dependencies.
 */
function compileOnLoad(): Plugin {
  return {
    name: 'compile-on-load',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && !partlyCalled.test(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** Writes the paths of the pages for the edge, which answers any other path with 404. */
function writePages(): Plugin {
  return {
    name: 'write-pages',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pagePatterns()) })
    },
  }
}

/**
 * Loads the application beside the first script, for a page that is not prerendered. The edge removes these links from
 * a prerendered page, whose form does not wait for the router.
 */
function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, chunk: first }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const withImports = (name: string): string[] => [
          name,
          ...(chunks.find(({ fileName }) => fileName === name)?.imports ?? []).flatMap(withImports),
        ]
        const application = ['/src/app/createApp.tsx', '/src/actors/sessionCalls.ts'].map((source) =>
          chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source)),
        )
        if (!first) throw new Error('index.html has no script')
        const files = new Set(
          application.flatMap((chunk) => {
            if (!chunk) throw new Error('The application is not a chunk of its own')
            return withImports(chunk.fileName)
          }),
        )
        for (const name of withImports(first.fileName)) files.delete(name)
        const styles = chunks
          .filter(({ fileName }) => files.has(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        const attributes = { crossorigin: true, nonce: '__CSP_NONCE__', 'data-application': true }
        return [
          ...[...files].map((file) => ({ rel: 'modulepreload', href: `/${file}` })),
          ...styles.map((file) => ({ rel: 'stylesheet', href: `/${file}` })),
        ].map((link) => ({ tag: 'link', attrs: { ...link, ...attributes }, injectTo: 'head' as const }))
      },
    },
  }
}

/** Writes a .br and a .gz beside every text file of the build, so that the edge never compresses the same file twice. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const texts = entries.filter(
        (entry) => entry.isFile() && /\.(js|css|svg|json|txt|webmanifest|wasm)$/.test(entry.name),
      )
      for (const entry of texts) {
        const path = join(entry.parentPath, entry.name)
        const plain = await readFile(path)
        if (plain.length < MIN_COMPRESSED_BYTES) continue
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(plain, {
            params: {
              [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
              // Many small files: the best compression would add seconds to every build.
              ...(path.includes('/location/') && { [constants.BROTLI_PARAM_QUALITY]: 6 }),
            },
          }),
          promisify(gzip)(plain, { level: 9 }),
        ])
        if (br.length < plain.length) await writeFile(`${path}.br`, br)
        if (gz.length < plain.length) await writeFile(`${path}.gz`, gz)
      }
    },
  }
}

/** The build of src/app/prerender.tsx. It contains its packages, so that React renders in its production mode. */
const prerenderBuild = {
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
} as const

export default defineConfig(({ isSsrBuild, mode }) => ({
  ...(mode === 'prerender' && prerenderBuild),
  plugins: isSsrBuild
    ? [react(), thirdPartyNotices()]
    : [
        react(),
        withoutMaps(),
        thirdPartyNotices({ 'Countries, states and cities': 'public/location/NOTICE.txt' }),
        compileOnLoad(),
        writePages(),
        preloadApplication(),
        serviceWorker(),
        precompress(),
      ],
  // An import of types only would load the module that declares them.
  oxc: { typescript: { onlyRemoveTypeImports: false } },
  // The edge replaces this placeholder by a new nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: isSsrBuild
    ? {
        target: 'node20',
        outDir: join(outputFolder, mode === 'prerender' ? 'prerender' : 'server'),
        emptyOutDir: true,
        copyPublicDir: false,
        sourcemap: false,
        minify: false,
      }
    : {
        target: 'baseline-widely-available',
        outDir: join(outputFolder, 'client'),
        emptyOutDir: true,
        sourcemap: false,
        // The edge reads the style sheets of the prerendered pages from it.
        manifest: true,
        // No `data:` URLs, which the content security policy would have to allow.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // jsPDF imports these on demand, for functions that the product does not use.
          external: ['canvg', 'dompurify', 'html2canvas'],
          // Few chunks, because several small chunks compress less: one for each part of the first page that runs in a task
          // of its own, with everything that it imports, and one for the calls of that page.
          output: {
            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'] },
                { name: 'react', test: /\/src\/app\/startApp\.tsx$/ },
                { name: 'root', test: /\/src\/app\/startRoot\.ts$/ },
                { name: 'visitor', test: /\/src\/app\/VisitorApp\.tsx$/ },
                {
                  name: 'calls',
                  test: /openapi|\/src\/api\/(apiClient|apiResult|lenientSchemas|memberParsers|plainText)\.ts$/,
                },
              ],
            },
          },
        },
      },
}))
