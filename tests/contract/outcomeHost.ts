import { asForm, createHostClient, type HostClientOptions } from '../../src/api/client.ts'
import { outcome, type Outcome } from '../../src/api/outcome.ts'
import { readChannel, readChannels, readFavourites } from '../../src/api/channelReaders.ts'
import { readAvatar, readDone, readMember, readSignIn, readUser } from '../../src/api/readers.ts'
import { readFaqs, readForgot, readRegions, readReset, readSessions } from '../../src/api/accountReaders.ts'
import {
  readCards,
  readCreated,
  readPayment,
  readPlan,
  readPlans,
  readTransaction,
  readTransactions,
} from '../../src/api/paymentReaders.ts'
import { calls, valueOf, type Call } from './contract.ts'

/** The reader of every call, by its operation id. */
export const readers: Record<string, (body: unknown) => unknown> = {
  signIn: readSignIn,
  readMe: readUser,
  editMe: readUser,
  signOut: readDone,
  readSessions,
  endOtherSessions: readDone,
  endSession: readDone,
  readMember,
  readPlans,
  readPlan,
  readTransactions,
  readTransaction,
  readAvatar,
  uploadAvatar: readAvatar,
  requestPasswordReset: readForgot,
  resetPassword: readReset,
  readChannels,
  readChannel,
  readFavourites,
  addFavourite: readFavourites,
  removeFavourite: readFavourites,
  readRegions,
  requestChannel: readDone,
  createSubscription: readPayment,
  payFromSavedCard: readPayment,
  readCards,
  setDefaultCard: readCards,
  deleteCard: readCards,
  addCard: readCards,
  cancelCardSubscription: readDone,
  cancelPaypalSubscription: readDone,
  createPaypalProduct: readCreated,
  createPaypalSubscription: readCreated,
  capturePaypalSubscription: readPayment,
  readFaqs,
  askSupport: readDone,
  reportBug: readDone,
}

/** All calls that the client makes: everything but the static files. */
export const asked: readonly Call[] = calls.filter((call) => !call.operation['x-static'])

/** An answer of the host, as it would come over the line. */
export type Sent = { status: number; body: string | null; type?: string }

export const json = (status: number, body: unknown): Sent => ({ status, body: JSON.stringify(body) })

export const respond = ({ status, body, type = 'application/json; charset=UTF-8' }: Sent): Response =>
  new Response(body, { status, headers: { 'Content-Type': type } })

/** A refusal as WordPress writes one. */
export const wpError = (code: string, status: number, message = 'No.'): Sent =>
  json(status, { code, message, data: status === 500 ? null : { status } })

type Init = { params: object; body?: unknown; signal?: AbortSignal; bodySerializer?: (body: never) => FormData }
type Loose = Record<string, (template: string, init: Init) => Promise<{ response: Response }>>

const example = (call: Call): unknown => {
  const media = Object.values(call.requestBody?.content ?? {})[0]
  const first = Object.values(media?.examples ?? {})[0]
  return first && valueOf(first)
}

const parametersOf = (call: Call, place: string) =>
  Object.fromEntries(
    call.parameters
      .filter((parameter) => parameter.in === place && parameter.required)
      .map((parameter) => [parameter.name, (parameter as { example?: unknown }).example]),
  )

/** Makes a call of the contract with the contract's own example of a question. */
export const ask = (
  options: Partial<HostClientOptions>,
  call: Call,
  { signal, read }: { signal?: AbortSignal; read?: (body: unknown) => unknown } = {},
): Promise<Outcome<unknown>> => {
  const client = createHostClient({
    baseUrl: 'http://host.test',
    token: () => 'at_1',
    xsrf: () => 'x_1',
    ...options,
  }) as unknown as Loose
  const form = call.requestBody?.content?.['multipart/form-data'] !== undefined
  const body = example(call) ?? (form ? { avatar: new Blob(['picture'], { type: 'image/png' }) } : undefined)
  const reader = read ?? readers[call.operation.operationId]
  const send = client[call.method]
  if (!reader || !send) throw new Error(`${call.name} has no reader`)
  return outcome(
    send(call.template, {
      params: {
        path: parametersOf(call, 'path'),
        query: parametersOf(call, 'query'),
        header: parametersOf(call, 'header'),
      },
      ...(body === undefined ? {} : { body }),
      ...(form ? { bodySerializer: asForm } : {}),
      ...(signal ? { signal } : {}),
    }),
    reader,
  )
}
