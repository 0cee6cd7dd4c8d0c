/** Leaves descriptions, meta and what a throwing stub says out of mutation: no behaviour depends on them. */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const words = new Set(['description', 'meta'])

const leaveOutWords = {
  shouldIgnore({ node }) {
    if (node.type === 'ObjectProperty' && node.key.type === 'Identifier' && words.has(node.key.name))
      return `a ${node.key.name} is for people`
    if (node.type === 'ThrowStatement') return 'a stub only throws'
    return undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'leaveOutWords', leaveOutWords)]
