/** The ways that lead to what is selected. */
import { type Selected } from './address.ts'

export type PathsProps = {
  readonly machine: string
  readonly selected: Selected | undefined
}

export function Paths(_: PathsProps) {
  return null
}
