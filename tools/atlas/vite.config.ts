/** The build of the atlas. It shares no chunk with the build of the product. */
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, runnerImport, type Plugin } from 'vite'
import { type CoverageSummary } from '../model-testing/coverageFigures.ts'
import { thirdPartyNotices } from '../third-party/notices.ts'
import { ATLAS_POLICY } from '../../server/sandbox/atlasPolicy.ts'

const repository = resolve(import.meta.dirname, '../..')

/**
 * Adds tags to the head: the scheme, which is set before the first paint, and preloads of the layout worker and of the
 * font that measures texts. The build adds the content security policy, which then applies on any web server.
 */
function pageHead(): Plugin {
  let base = './'
  let isBuild = true
  return {
    name: 'head',
    configResolved: (config) => {
      base = config.base
      isBuild = config.command === 'build'
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const files = Object.values(bundle)
        const engine = files.find((file) => file.type === 'chunk' && file.name === 'engine')
        const font = files.find(({ fileName }) => fileName.endsWith('.woff2'))
        return [
          ...(isBuild
            ? [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: ATLAS_POLICY } }]
            : []),
          { tag: 'script', attrs: { src: `${base}scheme.js` } },
          {
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src: `${base}${engine?.fileName ?? 'engine.ts'}` },
          },
          ...(font
            ? [
                {
                  tag: 'link',
                  attrs: {
                    rel: 'preload',
                    as: 'font',
                    type: 'font/woff2',
                    crossorigin: true,
                    href: base + font.fileName,
                  },
                },
              ]
            : []),
        ]
      },
    },
  }
}

const COVERAGE_FILE = 'coverage.machines.json'

/** Computes the coverage of the machines: in the build as a file, in development on the first request. */
function coverageFile(): Plugin {
  const compute = async (): Promise<string> => {
    const file = join(import.meta.dirname, 'machineCoverage.ts')
    const { module } = await runnerImport<{ machineCoverage: CoverageSummary }>(file, { root: repository })
    return JSON.stringify(module.machineCoverage)
  }
  return {
    name: 'coverage-file',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: COVERAGE_FILE, source: await compute() })
    },
    configureServer({ middlewares }) {
      let computed: Promise<string> | undefined
      middlewares.use(`/atlas/${COVERAGE_FILE}`, (_, response, next) => {
        computed ??= compute()
        computed.then((text) => response.setHeader('content-type', 'application/json').end(text), next)
      })
    },
  }
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Relative URLs, so that the build works in any folder of a web server.
  base: command === 'build' ? './' : '/atlas/',
  cacheDir: join(repository, 'node_modules', '.vite', 'atlas'),
  plugins: [react(), pageHead(), coverageFile(), thirdPartyNotices()],
  // As a module, the worker of the paths loads only the requested model.
  worker: { format: 'es' },
  server: { fs: { allow: [repository] } },
  build: {
    target: 'baseline-widely-available',
    outDir: join(repository, process.env['DIST'] ?? 'dist', 'atlas'),
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The layout engine is one file of 1.6 MB and runs in a worker.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'engine', test: /elkjs|tools\/atlas\/engine/ }] } },
    },
  },
}))
