import { provideWordPress } from './provide.mjs'

export default () => provideWordPress({ log: (line) => console.error(line) })
