export function findInstalled(
  variables?: Readonly<Record<string, string | undefined>>,
  exists?: (path: string) => boolean,
): string | undefined
export const chromiumFlags: string[]
export function provideChromium(options?: { say?: (line: string) => void }): Promise<string>
