export function findInstalled(
  variables?: Readonly<Record<string, string | undefined>>,
  exists?: (path: string) => boolean,
  options?: { full?: boolean },
): string | undefined
export const chromiumFlags: string[]
export interface Computer {
  installed(full: boolean): string | undefined
  downloaded(): Promise<string | undefined>
  hasApt(): boolean
  run(
    command: string,
    args: readonly string[],
    options?: { limitMs?: number },
  ): Promise<{ code: number; output: string }>
}
export function provideChromium(options?: {
  log?: (line: string) => void
  machine?: Computer
  full?: boolean
}): Promise<string>
