/** What one request left behind. The path stands without its query: reset links and stream tokens live there. */
export interface LogEntry {
  at: Date
  method: string
  path: string
  status: number
  ms: number
  id: string
}

export type WriteLog = (entry: LogEntry) => void

/** One line of JSON a request, on standard output. */
export const writeLogEntry: WriteLog = ({ at, method, path, status, ms, id }) => {
  process.stdout.write(
    `${JSON.stringify({ at: at.toISOString(), id, method, path: path.slice(0, 200), status, ms })}\n`,
  )
}
