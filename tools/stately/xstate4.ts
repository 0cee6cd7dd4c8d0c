/**
 * Stubs of XState 4 action creators. Stately's extractor imports them, although it only parses text and never runs
 * their actions.
 */
type ActionStub = { readonly type: string }

const createActionStub = (type: string) => (): ActionStub => ({ type })

export const after = createActionStub('after')
export const assign = createActionStub('assign')
export const cancel = createActionStub('cancel')
export const choose = createActionStub('choose')
export const done = createActionStub('done')
export const escalate = createActionStub('escalate')
export const forwardTo = createActionStub('forwardTo')
export const log = createActionStub('log')
export const pure = createActionStub('pure')
export const raise = createActionStub('raise')
export const respond = createActionStub('respond')
export const send = createActionStub('send')
export const sendParent = createActionStub('sendParent')
export const sendUpdate = createActionStub('sendUpdate')
export const start = createActionStub('start')
export const stop = createActionStub('stop')
