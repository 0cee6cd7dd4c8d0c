import { type Channel } from '../../api/channelParsers.ts'

/** The slug of the next or previous channel that is on air, in the order of the list; undefined without another one. */
export function neighborOf(channels: readonly Channel[], slug: string, step: 1 | -1): string | undefined {
  const from = channels.findIndex((candidate) => candidate.slug === slug)
  const order = channels.map((_, i) => channels[(from + step * (i + 1) + channels.length * 2) % channels.length])
  return order.find((candidate) => candidate?.live && candidate.slug !== slug)?.slug
}
