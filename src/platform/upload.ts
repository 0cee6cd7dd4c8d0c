/** How long an upload may stand still, in ms. On a slow line a picture takes its time; silence is what counts. */
const patience = 15_000

/**
 * In place of the platform's fetch for one call: sends the request and tells how much of it has left, from 0 to 1.
 * Rejects where the line is lost, where nothing moves for 15 s, and when the request is aborted.
 */
export const sendTelling =
  (tell: (share: number) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.blob()
    request.signal.throwIfAborted()
    const call = new XMLHttpRequest()
    const abandon = () => call.abort()
    let silence: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(silence)
      silence = setTimeout(abandon, patience)
    }
    try {
      return await new Promise<Response>((resolve, reject) => {
        request.signal.addEventListener('abort', abandon, { once: true })
        call.upload.addEventListener('progress', ({ loaded, total }) => {
          moved()
          tell(total > 0 ? loaded / total : 0)
        })
        call.addEventListener('progress', moved)
        call.addEventListener('load', () => {
          const type = call.getResponseHeader('content-type')
          resolve(
            new Response(call.responseText || null, {
              status: call.status,
              statusText: call.statusText,
              headers: type === null ? {} : { 'content-type': type },
            }),
          )
        })
        call.addEventListener('error', () => reject(new TypeError('The upload was lost')))
        call.addEventListener('abort', () =>
          reject(
            request.signal.aborted
              ? new DOMException('The upload was abandoned', 'AbortError')
              : new TypeError('The upload stood still'),
          ),
        )
        call.open(request.method, request.url)
        request.headers.forEach((value, name) => call.setRequestHeader(name, value))
        moved()
        call.send(body)
      })
    } finally {
      clearTimeout(silence)
      request.signal.removeEventListener('abort', abandon)
    }
  }
