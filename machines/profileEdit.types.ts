/** The types of profileEdit and of the actors that it invokes. */

/** Values by the host's field names; '' for an empty field. */
export type ProfileValues = Readonly<Record<string, string>>

/** `message` is plain text and may be empty; `fields` has the errors of single fields. */
export type ProfileRefused = { kind: 'refused'; message: string; fields: ProfileValues }
/** `pendingEmail`: a new address that is not confirmed yet, '' without one. */
export type ProfileResult = { kind: 'granted'; values: ProfileValues; pendingEmail: string } | ProfileRefused
/** `email` is the account's address after the save; a new one takes effect when it is confirmed. */
export type SaveResult = { kind: 'granted'; email: string } | ProfileRefused

export type ProfileEditContext = {
  userId: number
  saved: ProfileValues
  values: ProfileValues
  pendingEmail: string
  errors: ProfileValues
  /** The message of the whole form; '' without one. */
  message: string
}

export type ProfileEditEvent =
  | { type: 'profile.retry' }
  | { type: 'form.edit'; values: ProfileValues }
  | { type: 'form.submit' }
  | { type: 'page.leave' }
  | { type: 'leave.confirm' }
  | { type: 'leave.cancel' }
