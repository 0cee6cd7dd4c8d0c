/** The figures of the last measured commits: docs/compare.csv, and the chart docs/compare.svg that shows it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../server/install.mjs'

export type Site = 'bare' | 'product' | 'previous'

export interface Row {
  /** The load average of the machine. */
  readonly load: string
  readonly figure: string
  readonly site: Site
  readonly median: number
  readonly worst: number
}

const COMMITS = 20
const columns = 'commit,date,load,figure,site,median,worst'
const fileOf = (extension: string) => join(root, 'docs', `compare.${extension}`)

type Kept = Row & { readonly commit: string }

function parse(line: string): Kept {
  const [commit = '', , load = '', figure = '', site = '', middle, worst] = line.split(/,(?! )/)
  return { commit, load, figure, site: site as Site, median: Number(middle), worst: Number(worst) }
}

const size = { width: 720, panel: 130, left: 16, right: 90, top: 34, bottom: 14 }
const lines = { product: '#d6203c', bare: '#7a7a7a' } as const

/** One panel: a line for the product and one for the bare form, from 0 to the largest value. */
function panelOf(figure: string, rows: readonly Kept[], commits: readonly string[], at: number): string {
  const own = rows.filter((row) => row.figure === figure)
  const largest = Math.max(1, ...own.map((row) => row.median))
  const height = size.panel - size.top - size.bottom
  const x = (commit: string) =>
    size.left + ((size.width - size.left - size.right) * commits.indexOf(commit)) / Math.max(1, commits.length - 1)
  const y = (value: number) => size.top + height * (1 - value / largest)
  const shown = (Object.keys(lines) as (keyof typeof lines)[]).map((site) => {
    const points = own.filter((row) => row.site === site)
    const last = points.at(-1)
    if (last === undefined) return ''
    const dots = points.map(
      (row) =>
        `<circle cx="${x(row.commit).toFixed(1)}" cy="${y(row.median).toFixed(1)}" r="2.5" fill="${lines[site]}"><title>${row.commit}: ${row.median}, worst ${row.worst}, load ${row.load}</title></circle>`,
    )
    const path = points.map((row) => `${x(row.commit).toFixed(1)},${y(row.median).toFixed(1)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${lines[site]}" stroke-width="1.5"/>${dots.join('')}<text x="${(x(last.commit) + 8).toFixed(1)}" y="${(y(last.median) + 4).toFixed(1)}" fill="${lines[site]}">${site} ${last.median}</text>`
  })
  return `<g transform="translate(0 ${at * size.panel})"><text x="${size.left}" y="18" fill="#7a7a7a">${figure}</text>${shown.join('')}</g>`
}

function chartOf(rows: readonly Kept[]): string {
  const commits = [...new Set(rows.map(({ commit }) => commit))]
  const figures = [...new Set(rows.map(({ figure }) => figure))]
  const height = figures.length * size.panel
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" role="img"><title>The sign-in page and a bare form over ${commits.length} commits, ${commits[0]} to ${commits.at(-1)}</title>${figures.map((figure, at) => panelOf(figure, rows, commits, at)).join('')}</svg>\n`
}

/** Replaces the rows of the commit, drops those of old commits, and draws the chart. */
export function addToHistory(rows: readonly Row[], commit: string): void {
  const date = new Date().toISOString().slice(0, 10)
  const before = existsSync(fileOf('csv')) ? readFileSync(fileOf('csv'), 'utf8').trim().split('\n').slice(1) : []
  const added = rows.map(({ load, figure, site, median, worst }) =>
    [commit, date, load, figure, site, median, worst].join(','),
  )
  const all = [...before.filter((line) => !line.startsWith(`${commit},`)), ...added]
  const commits = new Set([...new Set(all.map((line) => line.split(',')[0]))].slice(-COMMITS))
  const kept = all.filter((line) => commits.has(line.split(',')[0]))
  writeFileSync(fileOf('csv'), `${[columns, ...kept].join('\n')}\n`)
  writeFileSync(fileOf('svg'), chartOf(kept.map(parse)))
}
