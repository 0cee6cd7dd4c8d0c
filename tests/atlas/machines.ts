/** The machines of the product for the page of the atlas. It includes every file in machines/. */
import { StateMachine, type AnyStateMachine } from 'xstate'
import { type AtlasMachines } from '../../tools/atlas/input.ts'
import { systemNames } from '../machines/systemNames.ts'
import { loadModel } from './models.ts'
import { readRequirements } from './requirements.ts'

const files = import.meta.glob<Readonly<Record<string, unknown>>>('../../machines/*.ts', { eager: true })
const sources = import.meta.glob<string>('../../machines/*.ts', { eager: true, query: '?raw', import: 'default' })
const requirements = import.meta.glob<string>('../../docs/requirements.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const nameOf = (path: string): string => /([^/]+)\.ts$/.exec(path)?.[1] ?? path

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine

/** Returns the first paragraph of the file comment of a machine: the purpose of the flow. */
export function intentOf(source: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source) ?? []
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, ''))
  const first = lines.findIndex((line) => line.trim() !== '')
  const end = lines.findIndex((line, i) => i > first && line.trim() === '')
  const paragraph = lines.slice(first, end < 0 ? undefined : end).join(' ')
  const text = paragraph.replace(/^\w+\s*(?::|–|—|-)\s*/, '').trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export default {
  machines: Object.entries(files)
    .flatMap(([path, module]) => {
      const machine = Object.values(module).find(isMachine)
      return machine ? [{ name: nameOf(path), machine, intent: intentOf(sources[path] ?? '') }] : []
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
  loadModel,
  systems: systemNames,
  requirements: new Map(
    readRequirements(Object.values(requirements).join('\n')).requirements.map(({ name, text }) => [name, text]),
  ),
} satisfies AtlasMachines
