/**
 * channelRequest: sends a request for a channel. The form keeps its values until the request is sent.
 *
 *   open ( regions: loading ─▶ listed | failed ─regions.retry─▶ loading
 *        ║ form: editing.untouched ──form.submit──▶ sending ──┬──▶ editing.refused (with the reason)
 *        ║         └──▶ editing.invalid                       ├──▶ editing.outcomeUnknown (no response)
 *        ║                                                    └──▶ sent )
 *   open ──form.close──▶ closed
 *   sent ──(5 s, or reload.now)──▶ reloading        sent ──reload.stay──▶ reloadStopped
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

export type Quality = '720p' | '1080p' | '2560p'

/** The values of the form. `region` is a name of the list, or ''. */
export type RequestForm = { email: string; channelName: string; region: string; quality: Quality; details: string }

export type ChannelRequest = RequestForm & { userId: number }

export type ChannelRequestInput = { userId: number }

/** `message` is plain text and may be empty. */
export type Refused = { kind: 'refused'; message: string }
export type RequestResult = { kind: 'granted' } | Refused
export type RegionsResult = { kind: 'granted'; regions: readonly string[] } | Refused

export type FieldErrors = { email?: string; channelName?: string }

export type ChannelRequestContext = {
  userId: number
  regions: readonly string[]
  errors: FieldErrors
  /** '' for none. */
  message: string
  /** Seconds until the page reloads, once the request is sent. */
  left: number
}

export type ChannelRequestEvent =
  | ({ type: 'form.submit' } & RequestForm)
  | { type: 'field.edit'; field: keyof FieldErrors }
  | { type: 'form.close' }
  | { type: 'regions.retry' }
  | { type: 'reload.now' }
  | { type: 'reload.stay' }

/** `busy`: the request is being sent. `sent`: the form is closed. */
export type ChannelRequestTag = 'busy' | 'sent'

const stub = createStubs('channelRequest')

export const channelRequestMachine = setup({
  types: {} as {
    input: ChannelRequestInput
    context: ChannelRequestContext
    events: ChannelRequestEvent
    tags: ChannelRequestTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadRegions: stub.promise<RegionsResult>('loadRegions'),
    sendRequest: stub.promise<RequestResult, ChannelRequest>('sendRequest'),
  },
  actions: {
    setRegions: assign((_, { result }: { result: RegionsResult }) =>
      result.kind === 'granted' ? { regions: result.regions } : {},
    ),
    clearMessages: assign({ errors: {}, message: '' }),
    setErrors: assign((_, { email, channelName }: RequestForm) => ({
      errors: {
        ...(email.trim() === '' ? { email: 'Email field is required' } : {}),
        ...(channelName.trim() === '' ? { channelName: 'Channel Name field is required' } : {}),
      },
    })),
    clearError: assign(({ context }, { field }: { field: keyof FieldErrors }) => ({
      errors: Object.fromEntries(Object.entries(context.errors).filter(([name]) => name !== field)),
    })),
    setRefusal: assign((_, { result }: { result: RequestResult }) => ({
      message: (result.kind === 'refused' && result.message) || 'failed to load Api',
    })),
    setOutcomeUnknown: assign({
      message: 'failed to load Api. We couldn’t confirm your request was sent. Please submit it again.',
    }),
    setSuccess: assign({
      message: 'Your request has been submitted successfully. We will notify you once your channel is approved.',
      left: 5,
    }),
    /** Removes the stored draft of the request. */
    removeDraft: stub.action('removeDraft'),
    countDown: assign({ left: ({ context }) => context.left - 1 }),
    reloadPage: stub.action('reloadPage'),
  },
  guards: {
    isComplete: (_, { email, channelName }: RequestForm) => email.trim() !== '' && channelName.trim() !== '',
    wasGranted: (_, { result }: { result: RequestResult | RegionsResult }) => result.kind === 'granted',
    isTimeLeft: ({ context }) => context.left > 1,
  },
  delays: { second: 1_000 },
}).createMachine({
  id: 'channelRequest',
  context: ({ input }) => ({ userId: input.userId, regions: [], errors: {}, message: '', left: 0 }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        regions: {
          initial: 'loading',
          states: {
            loading: {
              description: 'The regions load. The form can already be used.',
              invoke: {
                id: 'loadRegions',
                src: 'loadRegions',
                onDone: [
                  {
                    guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
                    target: 'listed',
                    actions: { type: 'setRegions', params: ({ event }) => ({ result: event.output }) },
                  },
                  { target: 'failed' },
                ],
                onError: 'failed',
              },
            },
            listed: { description: 'A region can be selected.', meta: { requirement: 'request.regions' } },
            failed: {
              description: 'The regions could not be loaded; the request can be sent without one.',
              meta: { requirement: 'request.regions' },
              on: { 'regions.retry': 'loading' },
            },
          },
        },
        form: {
          initial: 'editing',
          states: {
            editing: {
              on: {
                'form.submit': [
                  { guard: { type: 'isComplete', params: ({ event }) => event }, target: 'sending' },
                  {
                    target: '.invalid',
                    actions: ['clearMessages', { type: 'setErrors', params: ({ event }) => event }],
                  },
                ],
                'form.close': '#channelRequest.closed',
              },
              initial: 'untouched',
              states: {
                untouched: { description: 'Nothing was submitted yet.' },
                invalid: {
                  description: 'Each required field that is empty shows an error, until it is edited.',
                  meta: { requirement: 'request.required' },
                  on: { 'field.edit': { actions: { type: 'clearError', params: ({ event }) => event } } },
                },
                refused: {
                  description: 'The host refused. The form shows the reason.',
                  meta: { requirement: 'request.refused' },
                },
                outcomeUnknown: { description: 'No response: the outcome is unknown, and the form keeps its values.' },
              },
            },
            sending: {
              description: 'The request is being sent; the form keeps its values.',
              tags: ['busy'],
              entry: 'clearMessages',
              invoke: {
                id: 'sendRequest',
                src: 'sendRequest',
                input: ({ context, event }) => {
                  if (event.type !== 'form.submit')
                    throw new Error('channelRequest: sending is entered by form.submit only')
                  const { email, channelName, region, quality, details } = event
                  return {
                    userId: context.userId,
                    email: email.trim(),
                    channelName: channelName.trim(),
                    region,
                    quality,
                    details,
                  }
                },
                onDone: [
                  {
                    guard: { type: 'wasGranted', params: ({ event }) => ({ result: event.output }) },
                    target: '#channelRequest.sent',
                    actions: ['setSuccess', 'removeDraft'],
                  },
                  {
                    target: 'editing.refused',
                    actions: { type: 'setRefusal', params: ({ event }) => ({ result: event.output }) },
                  },
                ],
                onError: { target: 'editing.outcomeUnknown', actions: 'setOutcomeUnknown' },
              },
            },
          },
        },
      },
    },
    sent: {
      description: 'The request was sent: the dialog is closed, and a countdown to the page reload runs.',
      meta: { requirement: 'request.sent' },
      tags: ['sent'],
      after: {
        second: [{ guard: 'isTimeLeft', target: 'sent', reenter: true, actions: 'countDown' }, { target: 'reloading' }],
      },
      on: { 'reload.now': 'reloading', 'reload.stay': 'reloadStopped' },
    },
    reloading: { type: 'final', tags: ['sent'], description: 'The page reloads.', entry: 'reloadPage' },
    reloadStopped: {
      type: 'final',
      tags: ['sent'],
      description: 'The request was sent, and the user chose not to reload.',
      meta: { requirement: 'request.sent' },
    },
    closed: {
      type: 'final',
      description: 'The dialog was closed without sending. The draft stays stored.',
      meta: { requirement: 'request.draft' },
      entry: 'clearMessages',
    },
  },
})
