/**
 * Stately's extractor was made for XState 4 and asks it for its action creators, although it only reads text and never
 * runs what they make. It is given these instead.
 */
type Made = { readonly type: string }

const made = (type: string) => (): Made => ({ type })

export const after = made('after')
export const assign = made('assign')
export const cancel = made('cancel')
export const choose = made('choose')
export const done = made('done')
export const escalate = made('escalate')
export const forwardTo = made('forwardTo')
export const log = made('log')
export const pure = made('pure')
export const raise = made('raise')
export const respond = made('respond')
export const send = made('send')
export const sendParent = made('sendParent')
export const sendUpdate = made('sendUpdate')
export const start = made('start')
export const stop = made('stop')
