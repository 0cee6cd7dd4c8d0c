// Generates the list of calls in docs/host.md. Run it by `npm run contract:types`. A test fails when the list is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { formatText } from '../tools/formatText.mjs'
import { listCalls } from './generateCodes.mjs'

const source = new URL('./host.yaml', import.meta.url)
const target = new URL('../docs/host.md', import.meta.url)

const [start, end] = ['<!-- calls -->', '<!-- /calls -->']

const withoutCall = ({ 'x-feature': feature, 'x-without': without }) =>
  feature ? `\`${feature}\` is off` : (without ?? 'required')

/** docs/host.md with the list of the current contract. */
export async function generateCallList() {
  const page = readFileSync(target, 'utf8')
  const rows = listCalls(parse(readFileSync(source, 'utf8')))
    .filter(({ operation }) => !operation['x-static'])
    .map(({ call, operation }) => `| \`${call}\` | ${operation.summary} | ${withoutCall(operation)} |`)
  const [before, rest = ''] = page.split(start)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`docs/host.md has no ${start} … ${end}`)
  const table = ['| call | for | without it |', '| --- | --- | --- |', ...rows].join('\n')
  return formatText('host.md', `${before}${start}\n\n${table}\n\n${end}${after}`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(target, await generateCallList())
  process.stdout.write('openapi/host.yaml → docs/host.md\n')
}
