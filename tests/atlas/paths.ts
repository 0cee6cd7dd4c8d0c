/** The models of the product for the worker of the atlas. Each loads on demand. */
import { type AtlasPaths } from '../../tools/atlas/input.ts'
import { isSystemName } from '../machines/systemNames.ts'
import { renderPaths } from '../paths/pathFormats.ts'
import { loadModel } from './models.ts'

export default {
  loadModel,
  loadSystem: async (name) => {
    if (!isSystemName(name)) return undefined
    const { actorTrees } = await import('../machines/actorTrees.ts')
    return actorTrees[name]
  },
  copyFormats: {
    Markdown: (chosen) => renderPaths(chosen, 'markdown'),
    Playwright: (chosen) => renderPaths(chosen, 'playwright'),
    JSON: (chosen) => renderPaths(chosen, 'json'),
  },
} satisfies AtlasPaths
