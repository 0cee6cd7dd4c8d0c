import { passwordResetMachine } from '../../../machines/passwordReset.ts'
import { createPasswordResetActors } from '../../actors/passwordReset.ts'
import { type Root } from '../../app/root.tsx'

/** The passwordReset machine with its actors; `clearLink` removes key and login from the history entry. */
export const providePasswordReset = ({ api }: Pick<Root, 'api'>, clearLink: () => void) =>
  passwordResetMachine.provide({ actors: createPasswordResetActors({ api }), actions: { clearLink } })
