import { HostUnreachable } from './apiResult.ts'

/** Replaces a `HostUnreachable` error with one whose message can be shown: the server's text, else `fallbackText`. */
export async function withReadableError<T>(pending: Promise<T>, fallbackText = ''): Promise<T> {
  try {
    return await pending
  } catch (cause) {
    if (cause instanceof HostUnreachable) throw new Error(cause.serverText || fallbackText, { cause })
    throw cause
  }
}
