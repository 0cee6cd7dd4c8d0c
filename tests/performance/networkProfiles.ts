/** The networks and processors of the measurements of playback. */
import { type Page } from '@playwright/test'

export interface Profile {
  name: string
  /** Bits per second, latency in ms, and the factor by which the CPU is slowed down. */
  network: { rate: number; delay: number; slowdown: number } | undefined
}

export const profiles: Profile[] = [
  { name: 'fast', network: undefined },
  { name: 'slow: 1.6 Mb/s, 150 ms, 4 × CPU', network: { rate: 1_600_000, delay: 150, slowdown: 4 } },
]

export async function slowDown(page: Page, network: NonNullable<Profile['network']>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.delay,
    downloadThroughput: network.rate / 8,
    uploadThroughput: network.rate / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: network.slowdown })
}
