/**
 * profileEdit: who one is to us, to be changed: names, e-mail, phone, billing address.
 *
 *   loading ─▶ open ( form     editing.untouched ──form.submit──▶ saving ─┬─▶ editing.saved, editing.mailed )
 *      │            (             └──▶ editing.invalid                    ├─▶ editing.refused               )
 *      │            (                                                     └─▶ editing.unreached             )
 *      │            ( leaving  staying ──page.leave──▶ asking ──leave.cancel──▶ staying                     )
 *      └─▶ failed                                        └──leave.confirm──▶ left
 *   Only what was changed is sent. What is not saved is not given up without a question.
 */
import { assign, fromPromise, setup } from 'xstate'

/** What stands in the form, by the host's own names of the fields; '' for one that is empty. */
export type ProfileValues = Readonly<Record<string, string>>

export type ProfileEditInput = { userId: number }

/** `message` is plain text and may be empty; `fields` says what is wrong with single fields. */
export type ProfileRefused = { kind: 'refused'; message: string; fields: ProfileValues }
/** `waiting`: a new e-mail address whose link has not been opened yet, '' without any. */
export type ProfileAnswer = { kind: 'granted'; values: ProfileValues; pendingEmail: string } | ProfileRefused
/** `email` is the account's after the change: a new one waits until its link is opened. */
export type SaveAnswer = { kind: 'granted'; email: string } | ProfileRefused

export type ProfileEditContext = {
  userId: number
  saved: ProfileValues
  values: ProfileValues
  waiting: string
  errors: ProfileValues
  /** What there is to say about the whole form; '' without anything. */
  message: string
}

export type ProfileEditEvent =
  | { type: 'profile.retry' }
  | { type: 'form.edit'; values: ProfileValues }
  | { type: 'form.submit' }
  | { type: 'page.leave' }
  | { type: 'leave.confirm' }
  | { type: 'leave.cancel' }

/** `busy`: the changes are on their way. */
export type ProfileEditTag = 'busy'

const requiredTexts: ProfileValues = {
  display_name: 'Display name field is required',
  user_email: 'E-mail field is required',
}

/** How long a field may be, in characters. */
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

/** Of what stands in the form, what is not saved yet. */
const changesOf = ({ saved, values }: Pick<ProfileEditContext, 'saved' | 'values'>): ProfileValues =>
  Object.fromEntries(Object.entries(trimmed(values)).filter(([field, value]) => value !== saved[field]))

/** The new address that a link went to; '' where none was asked for, or the account has it already. */
function pendingEmailOf(context: ProfileEditContext, answer: SaveAnswer): string {
  const { user_email: wanted = '' } = changesOf(context)
  return answer.kind === 'granted' && answer.email.toLowerCase() !== wanted.toLowerCase() ? wanted : ''
}

function errorsOf(values: ProfileValues): ProfileValues {
  const missing = Object.entries(requiredTexts).filter(([field]) => (values[field] ?? '').trim() === '')
  const long = Object.entries(maxLengths)
    .filter(([field, limit]) => [...(values[field] ?? '').trim()].length > limit)
    .map(([field, limit]) => [field, `This can have ${limit} characters at most`])
  return Object.fromEntries([...missing, ...long])
}

export const profileEditMachine = setup({
  types: {} as {
    input: ProfileEditInput
    context: ProfileEditContext
    events: ProfileEditEvent
    tags: ProfileEditTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadProfile: fromPromise<ProfileAnswer, { userId: number }>(() => {
      throw new Error('profileEdit: provide loadProfile')
    }),
    saveProfile: fromPromise<SaveAnswer, { userId: number; changes: ProfileValues }>(() => {
      throw new Error('profileEdit: provide saveProfile')
    }),
  },
  actions: {
    rememberProfile: assign((_, { answer }: { answer: ProfileAnswer }) =>
      answer.kind === 'granted' ? { saved: answer.values, values: answer.values, waiting: answer.pendingEmail } : {},
    ),
    rememberEdit: assign(({ context }, { values }: { values: ProfileValues }) => ({
      values: { ...context.values, ...values },
      errors: Object.fromEntries(Object.entries(context.errors).filter(([field]) => !(field in values))),
    })),
    rememberErrors: assign(({ context }) => ({ errors: errorsOf(context.values) })),
    forgetMessages: assign({ errors: {}, message: '' }),
    rememberRefusal: assign((_, { answer }: { answer: ProfileAnswer | SaveAnswer }) =>
      answer.kind === 'refused' ? { message: answer.message || 'Something went wrong', errors: answer.fields } : {},
    ),
    rememberNoProfile: assign({ message: 'No answer. Check your connection and try again.' }),
    rememberLoss: assign({
      message: 'No answer came, so we don’t know whether it was saved. Check your connection and save again.',
    }),
    rememberSaved: assign(({ context }, { answer }: { answer: SaveAnswer }) => {
      const email = answer.kind === 'granted' ? answer.email : ''
      const values = { ...trimmed(context.values), user_email: email }
      const mailed = pendingEmailOf(context, answer)
      return {
        saved: values,
        values,
        waiting: mailed || (context.waiting === email ? '' : context.waiting),
        message: mailed
          ? `Saved. We sent a link to ${mailed}. Your e-mail stays ${email} until you open it.`
          : 'Your changes are saved.',
      }
    }),
  },
  guards: {
    wasGranted: (_, { answer }: { answer: ProfileAnswer | SaveAnswer }) => answer.kind === 'granted',
    wasMailed: ({ context }, { answer }: { answer: SaveAnswer }) => pendingEmailOf(context, answer) !== '',
    isUnsaved: ({ context }) => Object.keys(changesOf(context)).length > 0,
    isAllSaved: ({ context }) => Object.keys(changesOf(context)).length === 0,
    isReady: ({ context }) =>
      Object.keys(changesOf(context)).length > 0 && Object.keys(errorsOf(context.values)).length === 0,
  },
}).createMachine({
  id: 'profileEdit',
  context: ({ input }) => ({
    userId: input.userId,
    saved: {},
    values: {},
    waiting: '',
    errors: {},
    message: '',
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The profile is read; the shape of the form stands there.',
      entry: 'forgetMessages',
      invoke: {
        id: 'loadProfile',
        src: 'loadProfile',
        input: ({ context }) => ({ userId: context.userId }),
        onDone: [
          {
            guard: { type: 'wasGranted', params: ({ event }) => ({ answer: event.output }) },
            target: 'open',
            actions: { type: 'rememberProfile', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'failed',
            actions: { type: 'rememberRefusal', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: 'rememberNoProfile' },
      },
    },
    failed: {
      description: 'No profile, no form: nobody fills in again what we have. Why, and Retry.',
      meta: { requirement: 'profile.load' },
      on: { 'profile.retry': 'loading' },
    },
    open: {
      type: 'parallel',
      states: {
        form: {
          initial: 'editing',
          states: {
            editing: {
              initial: 'untouched',
              on: {
                'form.submit': [
                  { guard: 'isReady', target: 'saving' },
                  { guard: 'isUnsaved', target: '.invalid', actions: ['forgetMessages', 'rememberErrors'] },
                ],
                'form.edit': { actions: { type: 'rememberEdit', params: ({ event }) => event } },
              },
              states: {
                untouched: { description: 'Nobody has tried yet.' },
                invalid: {
                  description: 'The fields say what is missing or too long, each until it is edited.',
                  meta: { requirement: 'profile.rules' },
                },
                refused: {
                  description: 'The host refused; its reason stands at the form and at the fields it named.',
                  meta: { requirement: 'profile.refused' },
                },
                unreached: {
                  description: 'No answer: the form is as it was, and saving once more does no harm.',
                  meta: { requirement: 'profile.refused' },
                },
                saved: {
                  description: 'Everything is saved, until the next keystroke.',
                  meta: { requirement: 'profile.saved' },
                  on: {
                    'form.edit': {
                      target: 'untouched',
                      actions: ['forgetMessages', { type: 'rememberEdit', params: ({ event }) => event }],
                    },
                  },
                },
                mailed: {
                  description: 'Everything is saved but the e-mail: a link went to the new address, the old one stays.',
                  meta: { requirement: 'profile.email' },
                  on: {
                    'form.edit': {
                      target: 'untouched',
                      actions: ['forgetMessages', { type: 'rememberEdit', params: ({ event }) => event }],
                    },
                  },
                },
              },
            },
            saving: {
              description: 'The changes are on their way; the form waits and stays.',
              meta: { requirement: 'profile.saved' },
              tags: ['busy'],
              entry: 'forgetMessages',
              invoke: {
                id: 'saveProfile',
                src: 'saveProfile',
                input: ({ context }) => ({ userId: context.userId, changes: changesOf(context) }),
                onDone: [
                  {
                    guard: { type: 'wasMailed', params: ({ event }) => ({ answer: event.output }) },
                    target: 'editing.mailed',
                    actions: { type: 'rememberSaved', params: ({ event }) => ({ answer: event.output }) },
                  },
                  {
                    guard: { type: 'wasGranted', params: ({ event }) => ({ answer: event.output }) },
                    target: 'editing.saved',
                    actions: { type: 'rememberSaved', params: ({ event }) => ({ answer: event.output }) },
                  },
                  {
                    target: 'editing.refused',
                    actions: { type: 'rememberRefusal', params: ({ event }) => ({ answer: event.output }) },
                  },
                ],
                onError: { target: 'editing.unreached', actions: 'rememberLoss' },
              },
            },
          },
        },
        leaving: {
          initial: 'staying',
          states: {
            staying: {
              description: 'One is on the page. Leaving is free as long as everything is saved.',
              on: { 'page.leave': { guard: 'isUnsaved', target: 'asking' } },
            },
            asking: {
              description: 'What is not saved would be lost: one question. It goes when the saving succeeds meanwhile.',
              meta: { requirement: 'profile.unsaved' },
              always: { guard: 'isAllSaved', target: 'staying' },
              on: { 'leave.confirm': '#profileEdit.left', 'leave.cancel': 'staying' },
            },
          },
        },
      },
    },
    left: { type: 'final', description: 'What was typed is given up, and the way is free.' },
  },
})
