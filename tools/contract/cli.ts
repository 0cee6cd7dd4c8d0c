import { contractCommand } from './command.ts'

process.exitCode = await contractCommand(process.argv.slice(2), process)
