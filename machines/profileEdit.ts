/**
 * profileEdit: edits the profile. Only changed fields are sent. Leaving with unsaved changes requires confirmation.
 *
 *   loading ─▶ open ( form:    editing.untouched ──form.submit──▶ saving ─┬─▶ editing.saved | confirmationSent
 *      │            ║             └──▶ editing.invalid                    ├─▶ editing.refused
 *      │            ║                                                     └─▶ editing.outcomeUnknown
 *      │            ║ leaving: notLeaving ──page.leave──▶ confirming ──leave.cancel──▶ notLeaving )
 *      └─▶ failed                                            └──leave.confirm──▶ left
 */
import { assign, raise, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { type LocationAddress, type locationPickerMachine } from './locationPicker.ts'
import { type ProfileResult, type ProfileEditContext, type ProfileEditEvent } from './profileEdit.types.ts'
import { type ProfileValues, type SaveResult } from './profileEdit.types.ts'
import { createStubs } from './stub.ts'

/** `max` in characters; `required` is the error of an empty field. */
const rules: Readonly<Record<string, { max: number; required?: string }>> = {
  display_name: { max: 250, required: 'Enter a display name' },
  first_name: { max: 250 },
  last_name: { max: 250 },
  user_email: { max: 100, required: 'Enter your email' },
  user_phone: { max: 40 },
  'mepr-address-one': { max: 200 },
  'mepr-address-two': { max: 200 },
  'mepr-address-city': { max: 100 },
  'mepr-address-state': { max: 100 },
  'mepr-address-zip': { max: 20 },
}

const trimmed = (values: ProfileValues): ProfileValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()]))

const changesOf = ({ saved, values }: Pick<ProfileEditContext, 'saved' | 'values'>): ProfileValues =>
  Object.fromEntries(Object.entries(trimmed(values)).filter(([field, value]) => value !== saved[field]))

/** The new email address that must be confirmed; '' if the email did not change or is already confirmed. */
function unconfirmedEmailOf(context: ProfileEditContext, result: SaveResult): string {
  const { user_email: wanted = '' } = changesOf(context)
  return result.kind === 'granted' && result.email.toLowerCase() !== wanted.toLowerCase() ? wanted : ''
}

function errorsOf(values: ProfileValues): ProfileValues {
  const errors = Object.entries(rules).map(([field, { max, required = '' }]) => {
    const { length } = [...(values[field] ?? '').trim()]
    return [field, length === 0 ? required : length > max ? `Use ${max} characters or fewer` : ''] as const
  })
  return Object.fromEntries(errors.filter(([, error]) => error !== ''))
}

/** The fields of the location that differ from the values in the form. */
function locationChanges(values: ProfileValues, location: LocationAddress): ProfileValues {
  const fields = Object.entries({ ...location }).map(([part, text]) => [`mepr-address-${part}`, text] as const)
  return Object.fromEntries(fields.filter(([field, text]) => values[field] !== text))
}

const stub = createStubs('profileEdit')

export const profileEditMachine = setup({
  types: {} as {
    input: { userId: number }
    context: ProfileEditContext
    events: ProfileEditEvent
    /** `busy`: a save is in progress. */
    tags: 'busy'
    children: { loadProfile: 'loadProfile'; saveProfile: 'saveProfile'; locationPicker: 'locationPicker' }
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadProfile: stub.promise<ProfileResult, { userId: number }>('loadProfile'),
    saveProfile: stub.promise<SaveResult, { userId: number; changes: ProfileValues }>('saveProfile'),
    locationPicker: stub.machine<typeof locationPickerMachine>('locationPicker'),
  },
  actions: {
    setProfile: assign((_, result: ProfileResult) =>
      result.kind === 'granted'
        ? { saved: result.values, values: result.values, pendingEmail: result.pendingEmail }
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
    setRefusal: assign((_, result: ProfileResult | SaveResult) =>
      result.kind === 'refused' ? { message: messageOf(result), errors: result.fields } : {},
    ),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: messageOf(error),
    })),
    setOutcomeUnknown: assign({ message: 'We couldn’t confirm your changes were saved. Please save again.' }),
    setSaved: assign(({ context }, result: SaveResult) => {
      if (result.kind === 'refused') return {}
      const values = { ...trimmed(context.values), user_email: result.email }
      const unconfirmed = unconfirmedEmailOf(context, result)
      const pendingEmail = unconfirmed || (context.pendingEmail === result.email ? '' : context.pendingEmail)
      const message = unconfirmed ? `Saved. Confirm ${unconfirmed} with the link we emailed you.` : 'Changes saved'
      return { saved: values, values, pendingEmail, message }
    }),
  },
  guards: {
    wasGranted: (_, { kind }: ProfileResult | SaveResult) => kind === 'granted',
    needsConfirmation: ({ context }, result: SaveResult) => unconfirmedEmailOf(context, result) !== '',
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
      description: 'The profile could not be loaded. The page shows the reason and Try again instead of the form.',
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
                untouched: { description: 'Nothing has been submitted since the last save.', entry: 'clearMessages' },
                invalid: {
                  description: 'Each field that is missing or too long shows why, until it is edited.',
                  meta: { requirement: 'profile.rules' },
                },
                refused: {
                  description: 'The host refused the changes. The form and the fields it named show the reason.',
                  meta: { requirement: 'profile.refused' },
                },
                outcomeUnknown: {
                  description: 'There was no response. The form keeps its values, and saving again is safe.',
                  meta: { requirement: 'profile.refused' },
                },
                saved: {
                  description: 'Everything is saved, until the next edit.',
                  meta: { requirement: 'profile.saved' },
                  on: {
                    'form.edit': { target: 'untouched', actions: { type: 'setValues', params: ({ event }) => event } },
                  },
                },
                confirmationSent: {
                  description: 'Everything is saved. The new email takes effect when its link is opened.',
                  meta: { requirement: 'profile.email' },
                  on: {
                    'form.edit': { target: 'untouched', actions: { type: 'setValues', params: ({ event }) => event } },
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
                  { target: 'editing.refused', actions: { type: 'setRefusal', params: ({ event }) => event.output } },
                ],
                onError: { target: 'editing.outcomeUnknown', actions: 'setOutcomeUnknown' },
              },
            },
          },
        },
        leaving: {
          initial: 'notLeaving',
          states: {
            notLeaving: {
              description: 'Leaving needs no confirmation while everything is saved.',
              on: { 'page.leave': { guard: 'isUnsaved', target: 'confirming' } },
            },
            confirming: {
              description: 'Asks whether to discard the unsaved changes. The dialog closes if a running save succeeds.',
              meta: { requirement: 'profile.unsaved' },
              always: { guard: 'isAllSaved', target: 'notLeaving' },
              on: { 'leave.confirm': '#profileEdit.left', 'leave.cancel': 'notLeaving' },
            },
          },
        },
      },
    },
    left: { type: 'final', description: 'The unsaved changes are discarded, and the page may be left.' },
  },
})
