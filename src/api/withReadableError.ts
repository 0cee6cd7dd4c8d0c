import { HostUnreachable } from './apiResult.ts'

/**
 * The same answer; but where none came, an error whose message a person may read: what the server said all the same,
 * else `words`.
 */
export async function withReadableError<T>(answer: Promise<T>, fallbackText = ''): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof HostUnreachable) throw new Error(cause.serverText || fallbackText, { cause })
    throw cause
  }
}
