/** The filter of a list of channels, which the lists and the guide share. */

/** A channel is shown if it matches all three. An empty string matches any channel. */
export type ChannelFilter = { category: string; region: string; text: string }

export const emptyFilter: ChannelFilter = { category: '', region: '', text: '' }

/** Whether the filter can leave channels out. */
export const hasFilter = (filter: ChannelFilter): boolean => Object.values(filter).some((value) => value !== '')

const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns whether a channel matches the filter. `textsOf` are the texts of a channel that are searched. */
export function createChannelMatch<Channel extends { category: string; region: string }>(
  textsOf: (channel: Channel) => readonly (string | undefined)[],
) {
  // The text of a channel is made once, because a list can have thousands of channels and a day thousands of shows.
  const searchedTexts = new WeakMap<Channel, string>()
  const searchedTextOf = (channel: Channel): string => {
    const text = searchedTexts.get(channel) ?? foldText(textsOf(channel).join(' '))
    searchedTexts.set(channel, text)
    return text
  }
  return ({ category, region, text }: ChannelFilter) => {
    const words = foldText(text)
      .split(/\s/)
      .filter((word) => word !== '')
    return (channel: Channel): boolean => {
      if (category !== '' && channel.category !== category) return false
      if (region !== '' && channel.region !== region) return false
      const searchedText = words.length > 0 ? searchedTextOf(channel) : ''
      return words.every((word) => searchedText.includes(word))
    }
  }
}
