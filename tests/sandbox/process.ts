/** Runs a sandbox as a process, for tests that kill it. The argument is the data folder. */
import { listenSandbox } from '../../server/sandbox/listenSandbox.ts'

const [data = ''] = process.argv.slice(2)
try {
  const { url } = await listenSandbox({ port: 0, data })
  console.log(url)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
