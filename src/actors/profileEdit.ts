import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type ProfileResult, type SaveResult, type ProfileValues } from '../../machines/profileEdit.types.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseMember, parseUser, type Member, type User } from '../api/memberParsers.ts'
import { type Root } from '../app/root.tsx'
import { memberQuery } from '../queries/memberQuery.ts'
import { userQuery } from '../queries/userQuery.ts'
import { sessionEvents, sendEvents } from './sessionRequests.ts'
import { toStoredUser } from '../platform/browserStorage.ts'
import { type PendingEmailStore } from '../platform/pendingEmail.ts'

type Dependencies = Pick<Root, 'api' | 'storage' | 'session'> & {
  queryClient: QueryClient
  pendingEmails: PendingEmailStore
}

/** The fields of the form, as the host names them. */
const valuesOf = (member: Member, user: User): ProfileValues => ({
  display_name: user.displayName,
  first_name: member.firstName,
  last_name: member.lastName,
  user_email: user.email,
  user_phone: user.phone,
  'mepr-address-one': member.address.line1,
  'mepr-address-two': member.address.line2,
  'mepr-address-city': member.address.city,
  'mepr-address-state': member.address.state,
  'mepr-address-zip': member.address.zip,
  'mepr-address-country': member.address.country,
})

/** The request body: the fields of the address are a nested record. */
function bodyOf(changes: ProfileValues) {
  const isAddressField = ([field]: readonly [string, string]) => field.startsWith('mepr-address-')
  const all = Object.entries(changes)
  const address = Object.fromEntries(all.filter(isAddressField))
  return {
    ...Object.fromEntries(all.filter((one) => !isAddressField(one))),
    ...(Object.keys(address).length > 0 ? { address } : {}),
  }
}

const emailCodes: readonly string[] = ['invalid_email', 'existing_user_email']

/** The actors of the profileEdit machine. A save updates the session and the queries that show the user. */
export const createProfileActors = ({ api, queryClient, storage, session, pendingEmails }: Dependencies) => ({
  loadProfile: fromPromise<ProfileResult, { userId: number }>(async ({ input: { userId }, signal }) => {
    const [member, user] = await Promise.all([
      toApiResult(api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id: userId } }, signal }), parseMember),
      toApiResult(api.GET('/wp-json/custom-plugin/me/', { signal }), parseUser),
    ])
    if (member.kind === 'refused') return { kind: 'refused', message: member.refusal.message, fields: {} }
    if (user.kind === 'refused') return { kind: 'refused', message: user.refusal.message, fields: {} }
    const pendingEmail = pendingEmails.get(userId)
    return {
      kind: 'granted',
      values: valuesOf(member.data, user.data),
      pendingEmail: pendingEmail === user.data.email ? '' : pendingEmail,
    }
  }),

  saveProfile: fromPromise<SaveResult, { userId: number; changes: ProfileValues }>(
    async ({ input: { userId, changes }, signal }) => {
      const result = await toApiResult(
        api.PUT('/wp-json/custom-plugin/me', { body: bodyOf(changes), signal }),
        parseUser,
      )
      if (result.kind === 'refused') {
        const { code, message, fields = {} } = result.refusal
        const { address, ...own } = fields
        return {
          kind: 'refused',
          message,
          fields: {
            ...own,
            ...(address === undefined ? {} : { 'mepr-address-one': address }),
            ...(emailCodes.includes(code) ? { user_email: message } : {}),
          },
        }
      }
      const newEmail = changes['user_email']
      const { email } = result.data
      if (newEmail !== undefined && newEmail.toLowerCase() !== email.toLowerCase()) pendingEmails.set(userId, newEmail)
      else if (newEmail !== undefined) pendingEmails.remove()
      const user = toStoredUser(result.data)
      storage.setUser(user)
      sendEvents(session, sessionEvents.profileSaved(user))
      for (const { queryKey } of [memberQuery({ api }, userId), userQuery({ api })])
        void queryClient.invalidateQueries({ queryKey })
      return { kind: 'granted', email }
    },
  ),
})
