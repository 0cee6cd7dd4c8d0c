import { HostUnreachable } from './apiResult.ts'

/**
 * Passes the result of `pending` through. Replaces `HostUnreachable` by an error with a message to show: the server's text, else `fallbackText`.
 */
export async function withReadableError<T>(pending: Promise<T>, fallbackText = ''): Promise<T> {
  try {
    return await pending
  } catch (cause) {
    if (cause instanceof HostUnreachable) throw new Error(cause.serverText || fallbackText, { cause })
    throw cause
  }
}
