import { useState } from 'react'
import { isTelevision } from '../ui/television.ts'
import { channelSlugOf } from './accessRules.ts'
import { useRoot } from './root.tsx'

/** The channel that the viewer has left with Back. */
export type ChannelLeft = ReturnType<typeof createChannelLeft>

/** Follows the router, not the screens: a channel may be left before it was rendered. */
export function createChannelLeft() {
  let pathname = ''
  let slug = ''
  return {
    /** '' if the last change of the page was not Back from a channel. */
    slug: (): string => slug,
    /** Handles a navigation, also one that changes only the query. */
    onNavigated(to: string, isBack: boolean) {
      if (to === pathname) return
      slug = (isBack && channelSlugOf(pathname)) || ''
      pathname = to
    },
  }
}

/**
 * The channel that the viewer of a television has left for this screen with Back; '' elsewhere. A remote points at nothing,
 * so the focus returns to the channel. On other devices it stays on the heading.
 */
export function useChannelLeft(): string {
  const { channelLeft } = useRoot()
  // As long as the screen is open. The server, which has no window, knows no channel.
  const [first] = useState(() => {
    const slug = channelLeft.slug()
    return slug !== '' && isTelevision() ? slug : ''
  })
  return first
}
