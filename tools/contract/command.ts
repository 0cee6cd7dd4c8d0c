import { checkHost } from './checkHost.ts'
import { HELP, OptionError, readOptions, type Terminal } from './options.ts'
import { formatJson, formatTable, isRefuted } from './report.ts'

/** `npm run contract`. Returns the exit code. */
export async function contractCommand(
  args: readonly string[],
  terminal: Terminal & { readonly stdout: NodeJS.WritableStream },
): Promise<number> {
  try {
    const options = await readOptions(args, terminal)
    if (options.help) {
      terminal.stdout.write(HELP)
      return 0
    }
    const report = await checkHost(options)
    terminal.stdout.write(options.json ? formatJson(options.host, report) : formatTable(report))
    return isRefuted(report) ? 1 : 0
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    terminal.stderr.write(`${error.message}\nnpm run contract -- --help lists the options.\n`)
    return 2
  }
}
