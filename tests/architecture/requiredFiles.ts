/** Every machine has a model and a page driver, and is part of the atlas. */
import { type Source } from './sources.ts'

/** Every file of machines/ is one machine, except shared types, a setup in its own file and three helpers. */
export const isMachineFile = (path: string): boolean =>
  /^machines\/[^/]+\.ts$/.test(path) && !/(\/stub|\/messageOf|\/channelFilter|\.types|\.setup)\.ts$/.test(path)

const nameInPath = (pattern: RegExp, { path }: Source): string[] => pattern.exec(path)?.slice(1, 2) ?? []

/** Missing models and page drivers, and those of no machine. */
export function missingFiles(all: readonly Source[]): string[] {
  const machines = all
    .filter(({ path }) => isMachineFile(path))
    .flatMap((source) => nameInPath(/^machines\/(\w+)\.ts$/, source))
  const text = new Map(all.map((source) => [source.path, source.text]))
  const imports = (file: string, wanted: string): boolean => text.get(file)?.includes(`from '${wanted}'`) === true

  const found = machines.flatMap((name) => {
    const [model, driver] = [`tests/machines/${name}.model.ts`, `tests/e2e/drivers/${name}.driver.ts`]
    const problems: string[] = []
    if (!text.has(model)) problems.push(`machines/${name}.ts has no model: write ${model}`)
    else if (!imports(model, `../../machines/${name}.ts`))
      problems.push(`${model} is not the model of machines/${name}.ts: it does not import it`)
    if (!text.has(driver)) problems.push(`machines/${name}.ts has no page driver: write ${driver}`)
    else if (!imports(driver, `../../machines/${name}.model.ts`))
      problems.push(`${driver} does not drive the model of machines/${name}.ts: it does not import it`)
    return problems
  })
  const unused = all
    .flatMap((source) => [
      ...nameInPath(/^tests\/machines\/(\w+)\.model\.ts$/, source).map((name) => [source.path, name] as const),
      ...nameInPath(/^tests\/e2e\/drivers\/(\w+)\.driver\.ts$/, source).map((name) => [source.path, name] as const),
    ])
    .filter(([, name]) => !machines.includes(name))
  return [
    ...found,
    ...unused.map(([path, name]) => `${path} belongs to no machine: machines/${name}.ts does not exist`),
  ]
}

export const missingInAtlas = (machines: readonly string[], drawn: readonly string[]): string[] =>
  machines
    .filter((name) => !drawn.includes(name))
    .map(
      (name) =>
        `machines/${name}.ts is not in the atlas: tools/atlas/machines.ts finds a machine by its export, ` +
        `so export ${name}Machine, made by createMachine`,
    )
