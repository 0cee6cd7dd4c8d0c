/** Leaves descriptions, meta and what a throwing stub says out of mutation: no behaviour depends on them. */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const words = new Set(['description', 'meta'])
const isWords = (node) => node.type === 'ObjectProperty' && node.key.type === 'Identifier' && words.has(node.key.name)

const leaveOutWords = {
  shouldIgnore({ node }) {
    if (isWords(node)) return `a ${node.key.name} is for people`
    if (node.type === 'ObjectExpression' && node.properties.length > 0 && node.properties.every(isWords))
      return 'the state has words alone'
    if (node.type === 'ThrowStatement') return 'a stub only throws'
    return undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'leaveOutWords', leaveOutWords)]
