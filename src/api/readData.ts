import { HostUnreachable, type ApiResult } from './apiResult.ts'
import { errorTextFor, type ErrorSituation } from './errorTexts.ts'

/**
 * The error of every read. `message` is plain text to show. `refused` is a refusal of the host with its `code`;
 * `unreachable` means that there was no usable response, and `cause` is the `HostUnreachable`.
 */
export class ReadError extends Error {
  override readonly name = 'ReadError'
  readonly kind: 'refused' | 'unreachable'
  readonly code: string

  constructor(kind: ReadError['kind'], message: string, more: { code?: string; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.code = more.code ?? ''
  }
}

/**
 * Returns the data of a read.
 * @param pending the result of `toApiResult`
 * @param situation the situation whose text applies; without one, texts that fit any read
 * @throws ReadError for a refusal or without a usable response; an abort passes through
 */
export async function readData<T>(pending: Promise<ApiResult<T>>, situation?: ErrorSituation): Promise<T> {
  const result = await pending.catch((cause: unknown) => {
    if (!(cause instanceof HostUnreachable)) throw cause
    const message = situation ? errorTextFor(situation) : cause.message
    throw new ReadError('unreachable', message, { cause })
  })
  if (result.kind === 'granted') return result.data
  const { code, message } = result.refusal
  throw new ReadError('refused', errorTextFor(situation ?? 'generic', message), { code })
}

/** Converts a refused read to a refusal. Rethrows other errors. */
export function toRefusedResult(error: unknown): { kind: 'refused'; message: string } {
  if (error instanceof ReadError && error.kind === 'refused') return { kind: 'refused', message: error.message }
  throw error
}
