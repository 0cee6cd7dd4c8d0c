/** deviceApproval.setup: the actors, actions and guards of deviceApproval. */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** The device that shows a code. `requestedAt` is in seconds since 1970. */
export type RequestingDevice = { userAgent: string; ipAddress: string; requestedAt: number | undefined }

/** `expired`: or used. `message` is plain text and may be empty. */
export type ApprovalResult =
  | { kind: 'granted'; device: RequestingDevice }
  | { kind: 'wrong' | 'expired' }
  | { kind: 'locked'; message: string; lockedMs: number }
  | { kind: 'refused'; message: string }

export type ApprovalInput = { userCode: string; decision: 'check' | 'approve' | 'deny' }

export type DeviceApprovalContext = {
  /** As the television shows it, 'WDJB-MJHT'; '' without a complete code. */
  userCode: string
  device: RequestingDevice | undefined
  lockedMs: number
  /** Shown under the field or above the buttons; '' for none. */
  message: string
}

export type DeviceApprovalEvent =
  | { type: 'code.submit'; code: string }
  | { type: 'code.edit' }
  /** Another code: the form is empty again. */
  | { type: 'code.change' }
  | { type: 'device.approve' }
  | { type: 'device.deny' }

/** `busy`: a call is in flight. */
export type DeviceApprovalTag = 'busy'

/** The code as the television shows it, from any spelling: lower case, spaces, other dashes; '' if it is not complete. */
export function normalizeUserCode(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : ''
}

const stub = createStubs('deviceApproval')

export const deviceApprovalSetup = setup({
  types: {} as {
    /** `code` is the one in the address of the page; '' for none. */
    input: { code: string }
    context: DeviceApprovalContext
    events: DeviceApprovalEvent
    tags: DeviceApprovalTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    decide: stub.promise<ApprovalResult, ApprovalInput>('decide'),
  },
  actions: {
    setCode: assign((_, { code }: { code: string }) => ({ userCode: normalizeUserCode(code), message: '' })),
    setDevice: assign((_, result: ApprovalResult) => (result.kind === 'granted' ? { device: result.device } : {})),
    setIncomplete: assign({ message: 'Enter the 8 letters that your television shows.' }),
    setWrong: assign({ message: 'That code isn’t right. Check it on your television.' }),
    setExpired: assign({ message: 'That code no longer works. Get a new one on your television.' }),
    setLocked: assign((_, result: ApprovalResult) =>
      result.kind === 'locked' ? { message: result.message, lockedMs: result.lockedMs } : {},
    ),
    setRefusal: assign((_, result: ApprovalResult) => ({
      message: (result.kind === 'refused' && result.message) || 'Something went wrong',
    })),
    setError: assign((_, { error }: { error: unknown }) => ({ message: error instanceof Error ? error.message : '' })),
    clearMessage: assign({ message: '' }),
    clear: assign({ userCode: '', device: undefined, message: '' }),
  },
  guards: {
    isComplete: (_, { code }: { code: string }) => normalizeUserCode(code) !== '',
    hasCode: ({ context }) => context.userCode !== '',
    wasGranted: (_, { kind }: ApprovalResult) => kind === 'granted',
    wasWrong: (_, { kind }: ApprovalResult) => kind === 'wrong',
    hasExpired: (_, { kind }: ApprovalResult) => kind === 'expired',
    isGone: (_, { kind }: ApprovalResult) => kind === 'expired' || kind === 'wrong',
    isLocked: (_, { kind }: ApprovalResult) => kind === 'locked',
  },
  delays: {
    lock: ({ context }) => context.lockedMs,
  },
})
