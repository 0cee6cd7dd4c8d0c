export const inputsByStep: Readonly<Record<'machines' | 'systems' | 'payments', readonly string[]>>
export const commonInputs: readonly string[]
export function hashInputs(
  inputs: readonly string[],
  options?: { folder?: string; environment?: Readonly<Record<string, string | undefined>> },
): string
export function readPassedRun(step: string, hash: string, folder?: string): { passed: number; at: string } | undefined
export function savePassedRun(step: string, hash: string, passed: number, folder?: string): void
