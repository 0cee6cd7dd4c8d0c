/** Parses the subset of Mermaid state diagrams that the export writes. Throws where Mermaid would misread a line. */

export type Diagram = {
  /** By id. */
  readonly states: ReadonlyMap<string, DrawnState>
  readonly arrows: readonly { readonly from: string; readonly to: string; readonly label: string }[]
  /** The initial state of each composite; '' is the diagram. */
  readonly initialStates: ReadonlyMap<string, string>
  readonly finalStates: ReadonlySet<string>
}

type DrawnState = {
  readonly name: string
  readonly within: string
  readonly region: number
  readonly description: string | undefined
}

type Misreading = readonly [sign: RegExp, as: string]

/** Sequences that Mermaid misreads anywhere in a line, in any case. */
const ANYWHERE: readonly Misreading[] = [
  [/direction\s+(TB|BT|RL|LR)/i, 'a direction'],
  [/%%/, 'a comment'],
  [/(<<|\[\[)(fork|join|choice)(>>|\]\])/i, 'a fork, a join or a choice'],
  [/(style|classDef).*:\S*#.*;/i, 'a color'],
  [/ﬂ°|¶ß/, 'an internal placeholder'],
]

/** Sequences that Mermaid misreads at the start of a line. */
const AT_LINE_START: readonly Misreading[] = [
  [/^default\b/i, 'a default style'],
  [/^(scale|classDef|class|style|click|note|state|stateDiagram(-v2)?)\s/i, 'a statement'],
  [/^(accTitle|accDescr)\s*[:{]/i, 'a title or a description of the diagram'],
  [/^hide empty description/i, 'a statement'],
]

/** Sequences that Markdown interprets. */
const MARKDOWN: readonly Misreading[] = [
  [/^([-+*]|\d+[.)])(\s|$)/, 'a list'],
  [/^(#{1,6}|>|=+$|-+$|~~~|```)/, 'a block'],
  [/[*_`~|\\^]|\$\$|\]\(|www\.|@/i, 'a mark, a formula or a link'],
]

function rejectMisread(text: string, misreadings: readonly Misreading[]): void {
  const found = misreadings.find(([sign]) => sign.test(text))
  if (found) throw new Error(`Mermaid would read ${found[1]} in: ${text}`)
}

/** Returns the text that Mermaid shows. Throws if the text contains a sequence that Mermaid misreads. */
export function unescapeMermaid(text: string): string {
  const left = text.replace(/#\d+;/g, 'x')
  rejectMisread(left, [[/[#;:"<>{}%&]|--/, 'the end of the text'], ...ANYWHERE, ...MARKDOWN])
  return text.replace(/#(\d+);/g, (_, sign: string) => String.fromCodePoint(Number(sign)))
}

export function readDiagram(text: string): Diagram {
  const [head, ...lines] = text.trimEnd().split('\n')
  if (head !== 'stateDiagram-v2') throw new Error('The first line must be stateDiagram-v2')
  const states = new Map<string, DrawnState>()
  const arrows: { from: string; to: string; label: string }[] = []
  const begins = new Map<string, string>()
  const ends = new Set<string>()
  const open: { id: string; region: number }[] = [{ id: '', region: 0 }]
  const currentState = () => open.at(-1) ?? { id: '', region: 0 }
  const knownState = (id: string): string => {
    if (!states.has(id)) throw new Error(`${id} is used before it is declared`)
    return id
  }
  for (const line of lines) {
    const statement = line.trim()
    rejectMisread(statement, ANYWHERE)
    const [, name, id = '', brace] = /^state "([^"]*)" as (\w+)( \{)?$/.exec(statement) ?? []
    const [, from = '', to = '', label] = /^(\[\*\]|\w+) --> (\[\*\]|\w+)(?: : (.+))?$/.exec(statement) ?? []
    const [, of = '', description] = /^(\w+) : (.+)$/.exec(statement) ?? []
    if (name !== undefined) {
      if (states.has(id)) throw new Error(`${id} is declared twice`)
      for (const rest of [' --> x', ' : x']) rejectMisread(id + rest, AT_LINE_START)
      states.set(id, {
        name: unescapeMermaid(name),
        within: currentState().id,
        region: currentState().region,
        description: undefined,
      })
      if (brace !== undefined) open.push({ id, region: 0 })
    } else if (statement === '}') {
      if (open.length === 1) throw new Error('Unexpected closing brace')
      open.pop()
    } else if (statement === '--') {
      if (open.length === 1) throw new Error('Only a state has regions')
      currentState().region += 1
    } else if (from === '[*]') begins.set(currentState().id, knownState(to))
    else if (to === '[*]') ends.add(knownState(from))
    else if (from !== '') {
      // Mermaid draws a state in the composite that names it last.
      if (open.length > 1) throw new Error(`The arrow ${statement} moves its states into ${currentState().id}`)
      arrows.push({ from: knownState(from), to: knownState(to), label: unescapeMermaid(label ?? '') })
    } else if (description !== undefined) {
      const drawn = states.get(knownState(of))
      if (drawn) states.set(of, { ...drawn, description: unescapeMermaid(description) })
    } else throw new Error(`Mermaid would not read this line: ${line}`)
  }
  if (open.length > 1) throw new Error(`${currentState().id} is never closed`)
  return { states, arrows, initialStates: begins, finalStates: ends }
}
