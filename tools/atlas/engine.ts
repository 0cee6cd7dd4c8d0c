/** The layout engine, in a same-origin worker. A separate script starts it early, so that it loads in parallel. */
import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'

export const layoutEngine = new ELK({ workerUrl, algorithms: ['layered'] })
