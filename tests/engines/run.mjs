/**
 * `npm run engines`: runs the features of tests/engines/features.ts in Firefox and WebKit, over http and TLS.
 * `npm run engines -- firefox video` runs one engine, and the features with this text in their name.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build, checkNodeVersion, install, root } from '../../server/install.mjs'

const log = (line) => console.error(line)
checkNodeVersion()
await install({ log })
await build({ log })
// Node reads the certificates that it trusts at its start.
const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(root, 'tests', 'edge', 'tls', 'localhost.cert.pem') }
const args = ['--import', 'tsx', join(root, 'tests', 'engines', 'main.ts'), ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal))
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
