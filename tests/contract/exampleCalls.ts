import { toFormData, createApiClient, type ApiClientOptions } from '../../src/api/apiClient.ts'
import { toApiResult, type ApiResult } from '../../src/api/apiResult.ts'
import { parseChannel, parseChannels, parseFavourites, parseSchedule } from '../../src/api/channelParsers.ts'
import { parseAvatar, parseSuccess, parseMember, parseSignIn, parseUser } from '../../src/api/memberParsers.ts'
import { parseDeviceCode, parseDeviceToApprove } from '../../src/api/deviceParsers.ts'
import {
  parseFaqs,
  parseForgotPassword,
  parseRegions,
  parsePasswordReset,
  parseSessions,
} from '../../src/api/accountParsers.ts'
import {
  parseCards,
  parseCreatedId,
  parsePayment,
  parsePlan,
  parsePlans,
  parseTransaction,
  parseTransactions,
} from '../../src/api/paymentParsers.ts'
import { calls, exampleValue, type ContractCall } from '../../tools/contract/contract.ts'

export const parsers: Record<string, (body: unknown) => unknown> = {
  signIn: parseSignIn,
  readMe: parseUser,
  editMe: parseUser,
  signOut: parseSuccess,
  readSessions: parseSessions,
  endOtherSessions: parseSuccess,
  endSession: parseSuccess,
  readMember: parseMember,
  readPlans: parsePlans,
  readPlan: parsePlan,
  readTransactions: parseTransactions,
  readTransaction: parseTransaction,
  readAvatar: parseAvatar,
  uploadAvatar: parseAvatar,
  requestPasswordReset: parseForgotPassword,
  resetPassword: parsePasswordReset,
  readChannels: parseChannels,
  readChannel: parseChannel,
  readSchedule: parseSchedule,
  readFavourites: parseFavourites,
  addFavourite: parseFavourites,
  removeFavourite: parseFavourites,
  readRegions: parseRegions,
  requestChannel: parseSuccess,
  createSubscription: parsePayment,
  payFromSavedCard: parsePayment,
  readCards: parseCards,
  setDefaultCard: parseCards,
  deleteCard: parseCards,
  addCard: parseCards,
  cancelCardSubscription: parseSuccess,
  cancelPaypalSubscription: parseSuccess,
  createPaypalProduct: parseCreatedId,
  createPaypalSubscription: parseCreatedId,
  capturePaypalSubscription: parsePayment,
  readFaqs: parseFaqs,
  askSupport: parseSuccess,
  reportBug: parseSuccess,
  requestErasure: parseSuccess,
  requestDeviceCode: parseDeviceCode,
  requestDeviceToken: parseSignIn,
  approveDevice: parseDeviceToApprove,
}

/** All calls of the client, which exclude static files. */
export const clientCalls: readonly ContractCall[] = calls.filter((call) => !call.operation['x-static'])
export const callsByName = clientCalls.map((call) => [call.name, call] as const)

export const findCallById = (id: string): ContractCall => {
  const found = clientCalls.find((call) => call.operation.operationId === id)
  if (!found) throw new Error(`${id} is not in the contract`)
  return found
}

export const movesMoney = (call: ContractCall) => call.parameters.some((each) => each.name === 'Idempotency-Key')

export type FakeResponse = { status: number; body: string | null; type?: string }

export const jsonResponse = (status: number, body: unknown): FakeResponse => ({ status, body: JSON.stringify(body) })

export const toResponse = ({ status, body, type = 'application/json; charset=UTF-8' }: FakeResponse): Response =>
  new Response(body, { status, headers: { 'Content-Type': type } })

export const refusalResponse = (code: string, status: number, message = 'No.'): FakeResponse =>
  jsonResponse(status, { code, message, data: status === 500 ? null : { status } })

type Init = { params: object; body?: unknown; signal?: AbortSignal; bodySerializer?: (body: never) => FormData }
type UntypedClient = Record<string, (template: string, init: Init) => Promise<{ response: Response }>>

const exampleBody = (call: ContractCall): unknown => {
  const media = Object.values(call.requestBody?.content ?? {})[0]
  const first = Object.values(media?.examples ?? {})[0]
  return first && exampleValue(first)
}

const parametersOf = (call: ContractCall, location: string) =>
  Object.fromEntries(
    call.parameters
      .filter((parameter) => parameter.in === location && parameter.required)
      .map((parameter) => [parameter.name, (parameter as { example?: unknown }).example]),
  )

/** Sends a call with the request example of the contract. */
export const callApi = (
  options: Partial<ApiClientOptions>,
  call: ContractCall,
  { signal, read: parse }: { signal?: AbortSignal; read?: (body: unknown) => unknown } = {},
): Promise<ApiResult<unknown>> => {
  const client = createApiClient({
    baseUrl: 'http://host.test',
    token: () => 'at_1',
    xsrf: () => 'x_1',
    ...options,
  }) as unknown as UntypedClient
  const form = call.requestBody?.content?.['multipart/form-data'] !== undefined
  const body = exampleBody(call) ?? (form ? { avatar: new Blob(['picture'], { type: 'image/png' }) } : undefined)
  const parser = parse ?? parsers[call.operation.operationId]
  const send = client[call.method]
  if (!parser || !send) throw new Error(`${call.name} has no parser`)
  return toApiResult(
    send(call.template, {
      params: {
        path: parametersOf(call, 'path'),
        query: parametersOf(call, 'query'),
        header: parametersOf(call, 'header'),
      },
      ...(body === undefined ? {} : { body }),
      ...(form ? { bodySerializer: toFormData } : {}),
      ...(signal ? { signal } : {}),
    }),
    parser,
  )
}
