/** The figures of the last measured commits: docs/measurements/history.jsonl, and one chart (SVG) for each section. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../server/install.mjs'
import { type Measurement } from './measurement.ts'

/** One line of the file: what one commit measured in one section. Of a limit, `null` means none. */
interface Line {
  readonly commit: string
  readonly date: string
  /** The load average of the machine before and after. */
  readonly load: string
  readonly section: string
  readonly figures: Readonly<Record<string, readonly [value: number, unit: string, limit: number | null]>>
}

interface Section {
  readonly name: string
  readonly rows: readonly Measurement[]
  readonly load: string
}

const COMMITS = 20
const folder = join(root, 'docs', 'measurements')
const file = join(folder, 'history.jsonl')

const markup = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => markup[sign as keyof typeof markup])
const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const panel = { width: 720, height: 96, left: 12, right: 120, top: 34, bottom: 12 }

/** One panel: a line through the values of the commits and a dashed one through their limits, from 0 to the largest. */
function panelOf(figure: string, lines: readonly Line[], at: number): string {
  const points = lines.flatMap(({ commit, load, figures }, index) => {
    const [value, unit, limit] = figures[figure] ?? []
    return value === undefined ? [] : [{ index, commit, load, value, unit: unit ?? '', limit: limit ?? undefined }]
  })
  const limits = points.flatMap(({ index, limit }) => (limit === undefined ? [] : [{ index, value: limit }]))
  const largest = Math.max(...[...points, ...limits].map(({ value }) => value)) || 1
  const [width, height] = [panel.width - panel.left - panel.right, panel.height - panel.top - panel.bottom]
  const x = (index: number) => (panel.left + (width * index) / Math.max(1, lines.length - 1)).toFixed(1)
  const y = (value: number) => (panel.top + height * (1 - value / largest)).toFixed(1)
  const path = (all: readonly { index: number; value: number }[]) =>
    all.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')
  const dots = points.map(
    ({ index, value, unit, commit, load }) =>
      `<circle cx="${x(index)}" cy="${y(value)}" r="2.5"><title>${commit}: ${shown(value)} ${escaped(unit)}, load ${load}</title></circle>`,
  )
  const last = points.at(-1)
  const label = last ? `${shown(last.value)} ${last.unit}` : ''
  return [
    `<g transform="translate(0 ${at * panel.height})"><text x="${panel.left}" y="18">${escaped(figure)}</text>`,
    `<polyline class="limit" points="${path(limits)}"/><polyline points="${path(points)}"/>${dots.join('')}`,
    `<text class="value" x="${panel.width - panel.right + 12}" y="${(Number(y(last?.value ?? 0)) + 4).toFixed(1)}">${escaped(label)}</text></g>`,
  ].join('\n')
}

const style = `text{fill:#57606a}.value{fill:#1f2328}polyline{fill:none;stroke:#c8102e;stroke-width:1.5}circle{fill:#c8102e}.limit{stroke:#8c959f;stroke-dasharray:4 3}@media(prefers-color-scheme:dark){text{fill:#9198a1}.value{fill:#f0f6fc}}`

/** The figures that the last commit of a section has. */
function chartOf(section: string, lines: readonly Line[]): string {
  const figures = Object.keys(lines.at(-1)?.figures ?? {})
  const title = `${section}: ${lines.length} measured commits, ${lines[0]?.commit} to ${lines.at(-1)?.commit}`
  const size = `width="${panel.width}" height="${figures.length * panel.height}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${title}</title><style>${style}</style>`,
    ...figures.map((figure, at) => panelOf(figure, lines, at)),
    '</svg>\n',
  ].join('\n')
}

/** The path of a section's chart, relative to docs. */
export const chartPath = (section: string): string => `measurements/${section}.svg`

/**
 * Replaces what the commit measured in these sections, drops what is older than twenty commits in a section, and draws the
 * charts of the sections.
 */
export function addToHistory(sections: readonly Section[], commit: string, date: string): void {
  const kept = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    : []
  const added = sections.map(({ name, rows, load }): Line => ({
    commit,
    date,
    load,
    section: name,
    figures: Object.fromEntries(
      rows
        .filter(({ value }) => Number.isFinite(value))
        .map(({ figure, value, unit, limit }) => [figure, [value, unit, limit ?? null]]),
    ),
  }))
  const isReplaced = (line: Line) => line.commit === commit && added.some(({ section }) => section === line.section)
  const all = [...kept.filter((line) => !isReplaced(line)), ...added]
  const linesOf = (section: string) => all.filter((line) => line.section === section).slice(-COMMITS)
  const names = [...new Set(all.map(({ section }) => section))].sort()
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    file,
    names
      .flatMap(linesOf)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  for (const { section } of added)
    writeFileSync(join(root, 'docs', chartPath(section)), chartOf(section, linesOf(section)))
}
