/** The timeout without progress, in ms. A slow upload that progresses has no limit. */
const stallTimeoutMs = 15_000

/**
 * Replaces `fetch` for one request. `onProgress` receives the part of the request that is sent, from 0 to 1. Rejects on
 * a network error, after 15 s without progress, and when the request is aborted.
 */
export const fetchWithProgress =
  (onProgress: (share: number) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.blob()
    request.signal.throwIfAborted()
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    let stallTimer: ReturnType<typeof setTimeout> | undefined
    const restartStallTimer = () => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(abort, stallTimeoutMs)
    }
    try {
      return await new Promise<Response>((resolve, reject) => {
        request.signal.addEventListener('abort', abort, { once: true })
        xhr.upload.addEventListener('progress', ({ loaded, total }) => {
          restartStallTimer()
          onProgress(total > 0 ? loaded / total : 0)
        })
        xhr.addEventListener('progress', restartStallTimer)
        xhr.addEventListener('load', () => {
          const type = xhr.getResponseHeader('content-type')
          resolve(
            new Response(xhr.responseText || null, {
              status: xhr.status,
              statusText: xhr.statusText,
              headers: type === null ? {} : { 'content-type': type },
            }),
          )
        })
        xhr.addEventListener('error', () => reject(new TypeError('The upload failed')))
        xhr.addEventListener('abort', () =>
          reject(
            request.signal.aborted
              ? new DOMException('The upload was aborted', 'AbortError')
              : new TypeError('The upload stalled'),
          ),
        )
        xhr.open(request.method, request.url)
        // Without a type, Firefox parses a response as XML and logs an error for an empty one.
        xhr.responseType = 'text'
        request.headers.forEach((value, name) => xhr.setRequestHeader(name, value))
        restartStallTimer()
        xhr.send(body)
      })
    } finally {
      clearTimeout(stallTimer)
      request.signal.removeEventListener('abort', abort)
    }
  }
