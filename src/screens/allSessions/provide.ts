import { sessionsMachine } from '../../../machines/sessions.ts'
import { createSessionsActors } from '../../actors/sessions.ts'
import { type Root } from '../../app/root.tsx'

/** The sessions machine with its actors. */
export const provideSessions = (root: Root) => sessionsMachine.provide({ actors: createSessionsActors(root) })
