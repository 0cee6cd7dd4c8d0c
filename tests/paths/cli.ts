import { pathsCommand } from './pathsCommand.ts'

// `head` closes the pipe early, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await pathsCommand(process.argv.slice(2))
