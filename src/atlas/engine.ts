/** The layout engine, in a worker of our own origin. main.tsx imports it first: it loads while the page does. */
import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'

export const engine = new ELK({ workerUrl, algorithms: ['layered'] })
