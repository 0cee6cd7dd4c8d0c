/** Reads the requirements by id: lines "- **`area.name`** text" of docs/requirements.md. */
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
