/** What the product has to do, by id: lines "- **`area.name`** text" of docs/requirements.md. */
const files = import.meta.glob<string>('../../docs/requirements.md', { eager: true, query: '?raw', import: 'default' })

export function parseRequirements(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let id: string | undefined
  for (const line of text.split('\n')) {
    const [, name, words = ''] = /^\s*[-*] \*\*`([^`]+)`\*\*\s*(.*)$/.exec(line) ?? []
    if (name !== undefined) {
      id = name
      found.set(name, words.trim())
    } else if (id !== undefined && /^\s{2,}\S/.test(line)) {
      found.set(id, `${found.get(id) ?? ''} ${line.trim()}`.trim())
    } else id = undefined
  }
  return found
}

export const requirements: ReadonlyMap<string, string> = parseRequirements(Object.values(files).join('\n'))
