/** How long an upload may stand still, in ms. On a slow line a picture takes its time; silence is what counts. */
const stallTimeoutMs = 15_000

/**
 * In place of the platform's fetch for one call: sends the request and tells how much of it has left, from 0 to 1.
 * Rejects where the line is lost, where nothing moves for 15 s, and when the request is aborted.
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
        xhr.addEventListener('error', () => reject(new TypeError('The upload was lost')))
        xhr.addEventListener('abort', () =>
          reject(
            request.signal.aborted
              ? new DOMException('The upload was abandoned', 'AbortError')
              : new TypeError('The upload stood still'),
          ),
        )
        xhr.open(request.method, request.url)
        request.headers.forEach((value, name) => xhr.setRequestHeader(name, value))
        restartStallTimer()
        xhr.send(body)
      })
    } finally {
      clearTimeout(stallTimer)
      request.signal.removeEventListener('abort', abort)
    }
  }
