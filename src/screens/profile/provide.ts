import { sessionsQuery } from '../../actors/sessions.ts'
import { type Root } from '../../root.tsx'

/** What the home of the account reads. */
export const profileReads = (root: Root) => ({ sessions: sessionsQuery(root) })
