import { passwordResetMachine } from '../../../machines/passwordReset.ts'
import { createPasswordResetActors } from '../../actors/passwordReset.ts'
import { type Root } from '../../app/root.tsx'

/** The password-reset machine with its actors; `clearLink` takes key and login out of the history entry. */
export const providePasswordReset = ({ api }: Pick<Root, 'api'>, clearLink: () => void) =>
  passwordResetMachine.provide({ actors: createPasswordResetActors({ api }), actions: { clearLink } })
