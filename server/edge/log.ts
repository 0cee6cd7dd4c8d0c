/** What one request left behind. The path stands without its query: reset links and stream tokens live there. */
export interface Line {
  at: Date
  method: string
  path: string
  status: number
  ms: number
  id: string
}

export type Log = (line: Line) => void

/** One line of JSON a request, on standard output. */
export const writeLine: Log = ({ at, method, path, status, ms, id }) => {
  process.stdout.write(
    `${JSON.stringify({ at: at.toISOString(), id, method, path: path.slice(0, 200), status, ms })}\n`,
  )
}
