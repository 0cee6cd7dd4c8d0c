/** Excludes descriptions, meta and the messages of stubs from mutation: no behavior depends on them. */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const descriptiveKeys = new Set(['description', 'meta'])
const isDescription = (node) =>
  node.type === 'ObjectProperty' && node.key.type === 'Identifier' && descriptiveKeys.has(node.key.name)

const ignoreDescriptions = {
  shouldIgnore({ node }) {
    if (isDescription(node)) return `a ${node.key.name} has no effect`
    if (node.type === 'ObjectExpression' && node.properties.length > 0 && node.properties.every(isDescription))
      return 'the state has a description only'
    if (node.type === 'ThrowStatement') return 'a stub only throws'
    return undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'ignoreDescriptions', ignoreDescriptions)]
