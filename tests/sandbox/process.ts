/** A sandbox in a process of its own, for tests that kill it: its one argument is the data folder. */
import { listenSandbox } from '../../server/sandbox/listenSandbox.ts'

const [data = ''] = process.argv.slice(2)
try {
  const { url } = await listenSandbox({ port: 0, data })
  console.log(url)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
