/** Reads the requirements: lines "- **`area.name`** text" of docs/requirements.md. */

export type Requirement = {
  /** `area.name` */
  readonly name: string
  readonly text: string
  /** False if only a view, a billing rule or the server serves it. */
  readonly isServedByMachine: boolean
  readonly line: number
}

const LINE = /^- \*\*`([\w.]+)`\*\* (.+?)( _\(outside the machines\)_)?$/

/** Parses the page; `problems` names lines that cannot be parsed. */
export function readRequirements(page: string): { requirements: Requirement[]; problems: string[] } {
  const requirements: Requirement[] = []
  const problems: string[] = []
  page.split('\n').forEach((line, i) => {
    if (!line.startsWith('-')) return
    const [, name = '', text = '', outside] = LINE.exec(line) ?? []
    if (name === '') problems.push(`docs/requirements.md:${i + 1} is not a requirement: write - **\`area.name\`** text`)
    else if (!/^[a-z]\w*\.[a-z]\w*$/.test(name))
      problems.push(`docs/requirements.md:${i + 1} '${name}' is not a name: write area.name`)
    else if (requirements.some((other) => other.name === name))
      problems.push(`docs/requirements.md:${i + 1} '${name}' is a duplicate`)
    else requirements.push({ name, text, isServedByMachine: outside === undefined, line: i + 1 })
  })
  return { requirements, problems }
}
