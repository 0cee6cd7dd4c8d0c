/** What the page does before its first render: a chunk of its own, so that its script runs in a task of its own. */
export { createAppRoot, startAppRoot } from './createAppRoot.ts'
export { preparePrerenderedPage } from './prerenderedPages.ts'
