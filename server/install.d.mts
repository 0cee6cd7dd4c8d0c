export const root: string
export function distFolder(): string
export class SetupError extends Error {}
export function checkNodeVersion(version?: string): void
export function isInstalled(folder?: string): boolean
export function run(
  command: string,
  args: string[],
  options?: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean; limitMs?: number },
): Promise<{ code: number; output: string }>
export function summarizeOutput(output: string, lines?: number): string
export function install(options?: { log?: (line: string) => void }): Promise<void>
export function hashSources(): string
export function isBuilt(stamp?: string): boolean
export function build(options?: { log?: (line: string) => void }): Promise<boolean>
