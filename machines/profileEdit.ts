/**
 * profileEdit: edits name, contact and billing address. Only changed fields are sent, and leaving with unsaved changes
 * asks first.
 *
 *   loading ─▶ open ( form     editing.untouched ──form.submit──▶ saving ─┬─▶ editing.saved | confirmationSent )
 *      │            (             └──▶ editing.invalid                    ├─▶ editing.refused                  )
 *      │            (                                                     └─▶ editing.outcomeUnknown           )
 *      │            ( leaving  staying ──page.leave──▶ asking ──leave.cancel──▶ staying                        )
 *      └─▶ failed                                        └──leave.confirm──▶ left
 */
import { type ActorLogic, assign, type EventFrom, fromPromise, type InputFrom, raise, setup } from 'xstate'
import { type SnapshotFrom } from 'xstate'
import { type LocationAddress, type locationPickerMachine } from './locationPicker.ts'

/** By the field names of the API; '' for an empty field. */
export type ProfileValues = Readonly<Record<string, string>>

export type ProfileEditInput = { userId: number }

/** `message` is plain text and may be empty; `fields` has the errors of single fields. */
export type ProfileRefused = { kind: 'refused'; message: string; fields: ProfileValues }
/** `pendingEmail`: a new address that is not confirmed yet, '' without one. */
export type ProfileAnswer = { kind: 'granted'; values: ProfileValues; pendingEmail: string } | ProfileRefused
/** `email` is the account's address after the save; a new one takes effect when it is confirmed. */
export type SaveAnswer = { kind: 'granted'; email: string } | ProfileRefused

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

const requiredTexts: ProfileValues = {
  display_name: 'Enter a display name',
  user_email: 'Enter your email',
}

/** In characters. */
const maxLengths: Readonly<Record<string, number>> = {
  display_name: 250,
  first_name: 250,
  last_name: 250,
  user_email: 100,
  user_phone: 40,
  'mepr-address-one': 200,
  'mepr-address-two': 200,
  'mepr-address-city': 100,
  'mepr-address-state': 100,
  'mepr-address-zip': 20,
}

const trimmed = (values: ProfileValues): ProfileValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()]))

const changesOf = ({ saved, values }: Pick<ProfileEditContext, 'saved' | 'values'>): ProfileValues =>
  Object.fromEntries(Object.entries(trimmed(values)).filter(([field, value]) => value !== saved[field]))

/** The new address that has to be confirmed; '' where the email was not changed or is confirmed already. */
function unconfirmedEmailOf(context: ProfileEditContext, answer: SaveAnswer): string {
  const { user_email: wanted = '' } = changesOf(context)
  return answer.kind === 'granted' && answer.email.toLowerCase() !== wanted.toLowerCase() ? wanted : ''
}

function errorsOf(values: ProfileValues): ProfileValues {
  const missing = Object.entries(requiredTexts).filter(([field]) => (values[field] ?? '').trim() === '')
  const long = Object.entries(maxLengths)
    .filter(([field, limit]) => [...(values[field] ?? '').trim()].length > limit)
    .map(([field, limit]) => [field, `Use ${limit} characters or fewer`] as const)
  return Object.fromEntries([...missing, ...long])
}

/** The fields of the location that differ from the values in the form. */
const locationChanges = (values: ProfileValues, location: LocationAddress): ProfileValues =>
  Object.fromEntries(
    Object.entries({ ...location })
      .map(([part, text]) => [`mepr-address-${part}`, text] as const)
      .filter(([field, text]) => values[field] !== text),
  )

const missingPicker = (): never => {
  throw new Error('profileEdit: provide locationPicker')
}
const locationPickerStub: ActorLogic<
  SnapshotFrom<typeof locationPickerMachine>,
  EventFrom<typeof locationPickerMachine>,
  InputFrom<typeof locationPickerMachine>
> = { getInitialSnapshot: missingPicker, getPersistedSnapshot: missingPicker, transition: missingPicker }

export const profileEditMachine = setup({
  types: {} as {
    input: ProfileEditInput
    context: ProfileEditContext
    events: ProfileEditEvent
    /** `busy`: a save is in progress. */
    tags: 'busy'
    children: { loadProfile: 'loadProfile'; saveProfile: 'saveProfile'; locationPicker: 'locationPicker' }
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadProfile: fromPromise<ProfileAnswer, { userId: number }>(() => {
      throw new Error('profileEdit: provide loadProfile')
    }),
    saveProfile: fromPromise<SaveAnswer, { userId: number; changes: ProfileValues }>(() => {
      throw new Error('profileEdit: provide saveProfile')
    }),
    locationPicker: locationPickerStub,
  },
  actions: {
    setProfile: assign((_, answer: ProfileAnswer) =>
      answer.kind === 'granted'
        ? { saved: answer.values, values: answer.values, pendingEmail: answer.pendingEmail }
        : {},
    ),
    setValues: assign(({ context }, { values }: { values: ProfileValues }) => ({
      values: { ...context.values, ...values },
      errors: Object.fromEntries(Object.entries(context.errors).filter(([field]) => !(field in values))),
    })),
    editLocation: raise(({ context }, { location }: { location: LocationAddress }) => ({
      type: 'form.edit' as const,
      values: locationChanges(context.values, location),
    })),
    setErrors: assign(({ context }) => ({ errors: errorsOf(context.values) })),
    clearMessages: assign({ errors: {}, message: '' }),
    setRefusal: assign((_, answer: ProfileAnswer | SaveAnswer) =>
      answer.kind === 'refused' ? { message: answer.message || 'Something went wrong', errors: answer.fields } : {},
    ),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: (error instanceof Error && error.message) || 'Something went wrong',
    })),
    setOutcomeUnknown: assign({ message: 'We couldn’t confirm your changes were saved. Please save again.' }),
    setSaved: assign(({ context }, answer: SaveAnswer) => {
      const email = answer.kind === 'granted' ? answer.email : ''
      const values = { ...trimmed(context.values), user_email: email }
      const unconfirmed = unconfirmedEmailOf(context, answer)
      return {
        saved: values,
        values,
        pendingEmail: unconfirmed || (context.pendingEmail === email ? '' : context.pendingEmail),
        message: unconfirmed ? `Saved. Confirm ${unconfirmed} with the link we emailed you.` : 'Changes saved',
      }
    }),
  },
  guards: {
    wasGranted: (_, { kind }: ProfileAnswer | SaveAnswer) => kind === 'granted',
    needsConfirmation: ({ context }, answer: SaveAnswer) => unconfirmedEmailOf(context, answer) !== '',
    isUnsaved: ({ context }) => Object.keys(changesOf(context)).length > 0,
    isAllSaved: ({ context }) => Object.keys(changesOf(context)).length === 0,
    isValid: ({ context }) =>
      Object.keys(changesOf(context)).length > 0 && Object.keys(errorsOf(context.values)).length === 0,
    isLocationEdited: ({ context }, { location }: { location: LocationAddress }) =>
      Object.keys(locationChanges(context.values, location)).length > 0,
  },
}).createMachine({
  id: 'profileEdit',
  context: ({ input }) => ({ userId: input.userId, saved: {}, values: {}, pendingEmail: '', errors: {}, message: '' }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The profile loads.',
      entry: 'clearMessages',
      invoke: {
        id: 'loadProfile',
        src: 'loadProfile',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => event.output },
            target: 'open',
            actions: { type: 'setProfile', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The profile could not be loaded, so there is no form, only the reason and Try again.',
      meta: { requirement: 'profile.load' },
      on: { 'profile.retry': 'loading' },
    },
    open: {
      type: 'parallel',
      invoke: {
        id: 'locationPicker',
        src: 'locationPicker',
        input: ({ context: { saved } }) => ({
          address: {
            country: saved['mepr-address-country'] ?? '',
            state: saved['mepr-address-state'] ?? '',
            city: saved['mepr-address-city'] ?? '',
          },
        }),
        onSnapshot: {
          guard: { type: 'isLocationEdited', params: ({ event }) => ({ location: event.snapshot.context.address }) },
          actions: { type: 'editLocation', params: ({ event }) => ({ location: event.snapshot.context.address }) },
        },
      },
      states: {
        form: {
          initial: 'editing',
          states: {
            editing: {
              initial: 'untouched',
              on: {
                'form.submit': [
                  { guard: 'isValid', target: 'saving' },
                  { guard: 'isUnsaved', target: '.invalid', actions: ['clearMessages', 'setErrors'] },
                ],
                'form.edit': { actions: { type: 'setValues', params: ({ event }) => event } },
              },
              states: {
                untouched: { description: 'Nothing was submitted since the last save.' },
                invalid: {
                  description: 'Each field that is missing or too long shows why, until it is edited.',
                  meta: { requirement: 'profile.rules' },
                },
                refused: {
                  description: 'The API refused the changes; the form and the fields it named show the reason.',
                  meta: { requirement: 'profile.refused' },
                },
                outcomeUnknown: {
                  description: 'No response: the form keeps its values, and saving again is safe.',
                  meta: { requirement: 'profile.refused' },
                },
                saved: {
                  description: 'Everything is saved, until the next edit.',
                  meta: { requirement: 'profile.saved' },
                  on: {
                    'form.edit': {
                      target: 'untouched',
                      actions: ['clearMessages', { type: 'setValues', params: ({ event }) => event }],
                    },
                  },
                },
                confirmationSent: {
                  description: 'Everything is saved. The new email takes effect when its link is opened.',
                  meta: { requirement: 'profile.email' },
                  on: {
                    'form.edit': {
                      target: 'untouched',
                      actions: ['clearMessages', { type: 'setValues', params: ({ event }) => event }],
                    },
                  },
                },
              },
            },
            saving: {
              description: 'The changes are being saved; the form is read-only.',
              meta: { requirement: 'profile.saved' },
              tags: ['busy'],
              entry: 'clearMessages',
              invoke: {
                id: 'saveProfile',
                src: 'saveProfile',
                input: ({ context }) => ({ userId: context.userId, changes: changesOf(context) }),
                onDone: [
                  {
                    guard: { type: 'needsConfirmation', params: ({ event }) => event.output },
                    target: 'editing.confirmationSent',
                    actions: { type: 'setSaved', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'wasGranted', params: ({ event }) => event.output },
                    target: 'editing.saved',
                    actions: { type: 'setSaved', params: ({ event }) => event.output },
                  },
                  {
                    target: 'editing.refused',
                    actions: { type: 'setRefusal', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: 'editing.outcomeUnknown', actions: 'setOutcomeUnknown' },
              },
            },
          },
        },
        leaving: {
          initial: 'staying',
          states: {
            staying: {
              description: 'Leaving needs no confirmation while everything is saved.',
              on: { 'page.leave': { guard: 'isUnsaved', target: 'asking' } },
            },
            asking: {
              description: 'Asks whether to discard the unsaved changes. Closes when they are saved meanwhile.',
              meta: { requirement: 'profile.unsaved' },
              always: { guard: 'isAllSaved', target: 'staying' },
              on: { 'leave.confirm': '#profileEdit.left', 'leave.cancel': 'staying' },
            },
          },
        },
      },
    },
    left: { type: 'final', description: 'The unsaved changes are discarded, and the page may be left.' },
  },
})
