// Writes openapi/codes.ts: what the client must know of the contract at run time, so that the contract itself need
// not be shipped. Run by `npm run contract:types`; a test fails when the file has drifted.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { format, resolveConfig } from 'prettier'

const methods = ['get', 'put', 'post', 'delete', 'patch']
const source = new URL('./host.yaml', import.meta.url)
const target = new URL('./codes.ts', import.meta.url)

/** @param {unknown} contract @param {string} reference such as '#/components/schemas/WpError' */
const resolveReference = (contract, reference) =>
  reference
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract)

/** The codes that a refusal's schema lists, wherever they stand in it. */
export const listCodes = (contract, schema) => {
  if (schema === undefined) return []
  if (schema.$ref) return listCodes(contract, resolveReference(contract, schema.$ref))
  return [
    ...(schema.properties?.code?.enum ?? []),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) =>
      listCodes(contract, part),
    ),
  ]
}

/** Every call of the contract: its key ('POST /path'), its operation and all codes that it lists. */
export const listCalls = (contract) =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const operation = item[method]
        const declared = operation.responses.default
        const refusal = declared?.$ref ? resolveReference(contract, declared.$ref) : declared
        const parameters = (operation.parameters ?? []).map((each) =>
          each.$ref ? resolveReference(contract, each.$ref) : each,
        )
        return {
          call: `${method.toUpperCase()} ${path}`,
          operation,
          codes: [...new Set(listCodes(contract, refusal?.content?.['application/json']?.schema))],
          movesMoney: parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key'),
        }
      }),
  )

/** The text of openapi/codes.ts for the contract as it now stands. */
export const generateCodes = async () => {
  const contract = parse(readFileSync(source, 'utf8'))
  const calls = listCalls(contract).filter(({ operation }) => !operation['x-static'])
  const session = contract['x-session-codes']
  const unsettled = contract['x-unsettled-codes']
  const groups = [
    ['session', session],
    ['input', listCodes(contract, contract.components.schemas.InputRefusal)],
    ['busy', listCodes(contract, contract.components.schemas.BusyRefusal)],
    ['xsrf', listCodes(contract, contract.components.schemas.XsrfRefusal)],
    ['decline', listCodes(contract, contract.components.schemas.DeclineRefusal)],
  ]
  const rows = calls.map(({ call, codes, movesMoney }) => {
    const remainingCodes = new Set(codes.filter((code) => !unsettled.includes(code)))
    const parts = []
    for (const [name, group] of groups)
      if (group.every((code) => remainingCodes.has(code))) {
        parts.push(`...${name}`)
        group.forEach((code) => remainingCodes.delete(code))
      }
    parts.push(...[...remainingCodes].map((code) => `'${code}'`))
    return `  '${call}': { codes: [${parts.join(', ')}]${movesMoney ? ', money: true' : ''} },`
  })
  const me = contract.paths['/wp-json/custom-plugin/me/'].get['x-session-codes']
  const text = `// Written by openapi/generateCodes.mjs from openapi/host.yaml. Change the contract, then \`npm run contract:types\`.

${groups.map(([name, codes]) => `const ${name} = [${codes.map((code) => `'${code}'`).join(', ')}] as const`).join('\n')}

/** The listed codes of a call, all of them refusals, and whether the call moves money or ends a subscription. */
export type Call = { readonly codes: readonly string[]; readonly money?: true }

/** Codes that end the session on any call with the bearer. */
export const sessionCodes: readonly string[] = session

/** Codes that end the session when \`me\` answers them. */
export const meSessionCodes: readonly string[] = [${me
    .map((code) => (session.includes(code) ? null : `'${code}'`))
    .filter(Boolean)
    .join(', ')}, ...session]

/** The calls of the contract by method and path. */
export const calls = {
${rows.join('\n')}
} as const satisfies Record<string, Call>

/** 'POST /wp-json/…': one call of the contract. */
export type CallName = keyof typeof calls
`
  return format(text, {
    ...(await resolveConfig(new URL('.', import.meta.url).pathname + 'codes.ts')),
    parser: 'typescript',
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(target, await generateCodes())
  process.stdout.write('openapi/host.yaml → openapi/codes.ts\n')
}
