import { type Channel } from '../../api/channelParsers.ts'

/** Up to three live channels in place of one: those with its topic first, then those of its region, in the order of the list. */
export function alternativesTo(channels: readonly Channel[], slug: string): Channel[] {
  const own = channels.find((candidate) => candidate.slug === slug)
  const kinship = ({ category, region }: Channel) =>
    (category === own?.category ? 2 : 0) + (region === own?.region ? 1 : 0)
  return channels
    .filter((candidate) => candidate.live && candidate.slug !== slug)
    .sort((one, other) => kinship(other) - kinship(one))
    .slice(0, 3)
}
