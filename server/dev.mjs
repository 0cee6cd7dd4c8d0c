/**
 * `npm run dev`: the application with hot reload, with the same sandbox (or host) and headers as `npm start`. Changes to
 * server code need a restart.
 */
import { createServer as createHttpServer } from 'node:http'
import { checkNodeVersion, install, root, SetupError } from './install.mjs'

const log = (line) => process.stderr.write(`${line}\n`)

try {
  checkNodeVersion()
  await install({ log })
  const { createServer: createVite } = await import('vite')

  const http = createHttpServer()
  const vite = await createVite({
    root,
    appType: 'custom',
    server: { middlewareMode: { server: http }, hmr: { server: http } },
  })
  const load = (path) => vite.ssrLoadModule(path)
  const { readEnvironment } = await load('/server/environment.ts')
  const { createServer } = await load('/server/createServer.ts')
  const { createPageMatcher } = await load('/server/edge/pages.ts')
  const { pagePatterns } = await load('/src/app/paths.ts')
  const { readFile } = await import('node:fs/promises')

  const environment = readEnvironment(process.env)
  const port = environment.port
  // Vite serves the files. The page goes through the edge for its headers, nonce and configuration.
  const dist = {
    page: async () => vite.transformIndexHtml('/', await readFile(`${root}/index.html`, 'utf8')),
    open: async () => undefined,
    isPage: createPageMatcher(pagePatterns()),
  }
  environment.sources.connect = [...(environment.sources.connect ?? []), `ws://localhost:${port}`]
  const server = await createServer(environment, { dist })
  const { edge } = server

  // The atlas has its own Vite server, created on its first request.
  let atlas
  const atlasVite = () =>
    (atlas ??= createVite({
      configFile: `${root}/tools/atlas/vite.config.ts`,
      server: { middlewareMode: { server: http }, hmr: { server: http } },
    }))
  const isAtlas = (request) =>
    !server.sandboxed
      ? false
      : /^\/atlas(\/(?!gallery\/|coverage\.json)|$|\?)/.test(request.url) && request.method === 'GET'

  const isPage = (request) => /text\/html/.test(request.headers.accept ?? '') && request.method === 'GET'
  http.on('request', (request, response) => {
    if (isAtlas(request)) {
      if (/^\/atlas($|\?)/.test(request.url)) return response.writeHead(308, { location: '/atlas/' }).end()
      return void atlasVite().then((viteServer) =>
        viteServer.middlewares(request, response, () => edge(request, response)),
      )
    }
    if (/^\/+(wp-json|sandbox|atlas)\b/i.test(request.url) || isPage(request)) return edge(request, response)
    vite.middlewares(request, response, () => edge(request, response))
  })
  http.on('error', (error) => {
    log(error.code === 'EADDRINUSE' ? `Port ${port} is in use. Set PORT to another one.` : error.message)
    process.exit(1)
  })
  http.listen(port, environment.bind, () => {
    console.log(`Statecast listens at http://localhost:${http.address().port} (hot reload)`)
    if (server.sandboxed) console.log(`Sandbox (accounts, mail, ledger, faults): http://localhost:${port}/sandbox`)
    if (server.sandboxed) console.log(`Atlas (every flow as a statechart): http://localhost:${port}/atlas`)
  })

  const end = async () => {
    http.closeAllConnections()
    await Promise.allSettled([vite.close(), atlas?.then((viteServer) => viteServer.close()), server.close()])
    process.exit(0)
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
} catch (error) {
  const isExpected = error instanceof SetupError || ['SettingError', 'SandboxError'].includes(error?.constructor?.name)
  log(isExpected ? error.message : String(error?.stack ?? error))
  process.exit(1)
}
