import { behaviorCommand } from './behavior.ts'

process.exitCode = await behaviorCommand(process.argv.slice(2), (text) => console.log(text))
