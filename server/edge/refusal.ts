/** A refusal in the host's own envelope (WP_Error), so that the client parses the edge's refusals like the host's. */
function createRefusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message, data: { status } }, { status })
}

export const forbidden = () => createRefusal(403, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
export const notLoggedIn = () => createRefusal(401, 'rest_not_logged_in', 'You are not currently logged in.')
export const tooLarge = () => createRefusal(413, 'rest_upload_limited_space', 'The request is too large.')

/** The host is unreachable. The client treats the empty body as no response of the host. */
export const unreachable = (status: 502 | 504 = 502) => new Response(null, { status })
