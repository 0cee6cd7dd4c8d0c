/** The layout engine, in a worker of our own origin; a script of its own that the page runs first: it loads meanwhile. */
import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'

export const layoutEngine = new ELK({ workerUrl, algorithms: ['layered'] })
