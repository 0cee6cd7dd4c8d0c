import { forgotPasswordMachine } from '../../../../machines/forgotPassword.ts'
import { createForgotPasswordActors } from '../../../actors/forgotPassword.ts'
import { type Root } from '../../../app/root.tsx'

/** The forgotPassword machine with its actors. */
export const provideForgotPassword = ({ api }: Pick<Root, 'api'>) =>
  forgotPasswordMachine.provide({ actors: createForgotPasswordActors({ api }) })
