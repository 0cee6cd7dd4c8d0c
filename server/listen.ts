import { createServer as createHttp, ServerResponse, STATUS_CODES } from 'node:http'
import { constants, createSecureServer, Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import { type AddressInfo, type Socket } from 'node:net'
import { type ClientRequest, type ClientResponse } from './edge/reply.ts'
import { generalHeaders } from './edge/securityHeaders.ts'
import { SettingError, readCertificate, type CertificateFiles, type Environment } from './environment.ts'

export type Handler = (request: ClientRequest, response: ClientResponse) => void

export interface ListeningServer {
  port: number
  url: string
  /** Reads the certificate and its key again. Keeps the old pair and reports it when the new one cannot be used. */
  reloadCertificate(): void
  /** Accepts no new connections, waits up to `graceMs` for open requests, then closes the rest. */
  close(graceMs?: number): Promise<void>
}

/**
 * The limits of a connection: times in ms, the size in bytes. `timeout` is the time without any byte in either direction,
 * so a client that does not read its response is disconnected.
 */
const defaultLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  timeout: 65_000,
  maxHeaderSize: 32 * 1024,
  /** How often Node checks the first two. */
  connectionsCheckingInterval: 5_000,
}

/** How often the files of the certificate are read, in ms. */
const certificateInterval = 60_000

/** Every cipher suite has forward secrecy and authenticated encryption. */
const tlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers: [
    ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-GCM-SHA256'],
    ...['ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ].join(':'),
} as const

/** The response to a request that Node cannot parse, by the code of the error. */
const statusOfError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The bytes of an empty response that closes its connection. */
function closingResponse(status: number, secure: boolean): string {
  const headers = { ...generalHeaders(secure), 'cache-control': 'no-store', connection: 'close', 'content-length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`
}

/** A server of HTTP/2 and HTTP/1.1 over TLS, with the same limits for both. */
function createTlsServer(files: CertificateFiles, handler: Handler, limits: typeof defaultLimits) {
  let certificate = readCertificate(files)
  let reported = ''
  const server = createSecureServer(
    {
      ...tlsOptions,
      ...certificate,
      allowHTTP1: true,
      settings: { maxConcurrentStreams: 100, maxHeaderListSize: limits.maxHeaderSize },
    },
    handler,
  )
  server.on('session', (session) => session.setTimeout(limits.timeout, () => session.destroy()))
  server.on('stream', (stream) => {
    if (stream.endAfterHeaders) return
    const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limits.requestTimeout)
    for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(timer))
  })

  function readAgain() {
    try {
      const { cert, key } = readCertificate(files)
      reported = ''
      if (cert.equals(certificate.cert) && key.equals(certificate.key)) return
      certificate = { cert, key }
      server.setSecureContext({ ...tlsOptions, ...certificate })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== reported) console.warn(`The certificate is not replaced: ${reason}`)
      reported = reason
    }
  }
  const timer = setInterval(readAgain, certificateInterval).unref()
  server.once('close', () => clearInterval(timer))
  const reloadCertificate = () => {
    reported = ''
    readAgain()
  }
  return { server, reloadCertificate }
}

/**
 * Listens at the environment's address, with TLS if it has a certificate. Rejects with SettingError when the port or
 * address is not available.
 */
export async function listen(
  handler: Handler,
  environment: Environment,
  limits = defaultLimits,
): Promise<ListeningServer> {
  const { server, reloadCertificate } = environment.tls
    ? createTlsServer(environment.tls, handler, limits)
    : { server: createHttp(limits, handler), reloadCertificate: () => undefined }
  // Node has no options for the timeout, and none for HTTP/1.1 beside HTTP/2, but reads these properties.
  // The handler refuses a request without a host, with the headers of every response.
  Object.assign(server, limits, { requireHostHeader: false })

  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  const responses = new Set<ServerResponse>()
  server.on('request', ({ socket }: ClientRequest, response: ClientResponse) => {
    // Node still parses the requests behind the one for which the handler closed the connection.
    if (!(response instanceof ServerResponse) || socket.destroyed) return
    responses.add(response)
    // Node does not close the response to a pipelined request when the connection closes before its turn.
    const close = () => responses.has(response) && response.emit('close')
    socket.once('close', close)
    response.once('close', () => {
      socket.off('close', close)
      responses.delete(response)
    })
  })

  // Otherwise Node writes these responses itself, without security headers.
  const secure = environment.tls !== undefined || environment.host?.publicOrigin.protocol === 'https:'
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const hasBegun = [...responses].some((response) => response.socket === socket && response.headersSent)
    if (!socket.writable || hasBegun) return void socket.destroy()
    socket.write(closingResponse(statusOfError[error.code ?? ''] ?? 400, secure))
    socket.destroySoon()
  })
  server.on('checkExpectation', (request: ClientRequest, response: ClientResponse) => {
    server.emit('request', request, response)
  })
  if (environment.tls)
    server.on('connect', (request: ClientRequest, response: ClientResponse | Socket) => {
      if (response instanceof Http2ServerResponse) server.emit('request', request, response)
      else response.destroy()
    })

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
    reloadCertificate,
    close: (graceMs = 2_000) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        for (const session of sessions) session.close()
        // Node closes idle connections of HTTP/1.1. A connection with an open request closes after its response.
        for (const response of responses) {
          const { socket } = response
          response.shouldKeepAlive = false
          response.once('finish', () => socket?.end())
        }
      }),
  }
}
