import { HostUnreachable } from './outcome.ts'

/**
 * The same answer; but where none came, an error whose message a person may read: what the server said all the same,
 * else `words`.
 */
export async function orSay<T>(answer: Promise<T>, words = ''): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof HostUnreachable) throw new Error(cause.serverText || words, { cause })
    throw cause
  }
}
