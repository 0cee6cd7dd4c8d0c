/** `npm run machines:export`: exports machines as JSON and as modules for Stately Studio, and as Mermaid diagrams. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { suggestNames } from '../model-testing/suggestNames.ts'
import { machineJson, machineModule } from './machineJson.ts'
import { loadMachines } from './loadMachines.ts'
import { toMermaid } from './mermaid.ts'

const root = join(import.meta.dirname, '..', '..')

const HELP = `Writes the product's machines for other tools, three files each:

  <machine>.json  the chart as data, with guards, actions, actors and delays by their names
  <machine>.js    the same as a module; Stately Studio's import takes it
  <machine>.mmd   a Mermaid state diagram

  npm run machines:export                  all machines, into export/machines
  npm run machines:export -- signIn        one machine, or several
  npm run machines:export -- --out <folder>
`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      out: { type: 'string', default: join(root, 'export', 'machines') },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const machines = await loadMachines()
  const names = machines.map(({ name }) => name)
  const unknown = positionals.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const like = suggestNames(unknown, names)
    const hint = (like.length > 0 ? like : names).join(', ')
    process.stderr.write(
      `There is no machine '${unknown}'. ${like.length > 0 ? `Did you mean ${hint}?` : `The machines are ${hint}.`}\n`,
    )
    return 2
  }
  const chosen = machines.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const folder = resolve(values.out)
  // Deletes the files of removed machines.
  if (positionals.length === 0 && values.out === join(root, 'export', 'machines'))
    await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const { name, machine } of chosen) {
    const json = machineJson(machine)
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(json, null, 2)}\n`)
    await writeFile(join(folder, `${name}.js`), machineModule(name, json))
    await writeFile(join(folder, `${name}.mmd`), toMermaid(machine))
  }
  const place = relative(process.cwd(), folder)
  process.stdout.write(
    `${chosen.length === 1 ? `${chosen[0]?.name} is` : `${chosen.length} machines are`} in ${place || folder}: .json and .js for Stately Studio, .mmd for Mermaid.\n`,
  )
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
