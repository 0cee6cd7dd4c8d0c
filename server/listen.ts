import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo } from 'node:net'
import { SettingError, type Environment } from './environment.ts'

export interface ListeningServer {
  port: number
  url: string
  /** Accepts no new connections, waits up to `graceMs` for open requests, then closes the rest. */
  close(graceMs?: number): Promise<void>
}

/** Listens at the environment's address. Rejects with SettingError when the port or address is not available. */
export async function listen(handler: RequestListener, environment: Environment): Promise<ListeningServer> {
  const limits = { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000, maxHeaderSize: 32 * 1024 }
  const server: Server = environment.tls
    ? createHttps({ ...limits, ...environment.tls }, handler)
    : createHttp(limits, handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { port, bind } = environment
      if (error.code === 'EADDRINUSE') reject(new SettingError(`Port ${port} is in use. Set PORT to another one.`))
      else if (error.code === 'EACCES')
        reject(
          new SettingError(`Port ${port} requires privileges that this user does not have. Set PORT to another one.`),
        )
      else if (error.code === 'EADDRNOTAVAIL')
        reject(new SettingError(`BIND is not an address of this machine: ${bind}`))
      else reject(error)
    })
    server.listen(environment.port, environment.bind, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${environment.tls ? 'https' : 'http'}://localhost:${port}`,
    close: (graceMs = 2_000) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
