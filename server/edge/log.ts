/** One request. The path has no query, because queries contain reset keys and stream tokens. */
export interface LogEntry {
  at: Date
  method: string
  path: string
  status: number
  ms: number
  id: string
}

export type WriteLog = (entry: LogEntry) => void

export const writeLogEntry: WriteLog = ({ at, method, path, status, ms, id }) => {
  process.stdout.write(
    `${JSON.stringify({ at: at.toISOString(), id, method, path: path.slice(0, 200), status, ms })}\n`,
  )
}
