import { createContext, useContext, useState, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { isTelevision } from '../ui/television.ts'
import { channelSlugOf } from './accessRules.ts'

const ChannelLeftContext = createContext('')

/** Tells the screens which channel the viewer has just left. */
export function ChannelLeftProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const [paths, setPaths] = useState({ current: pathname, before: '' })
  if (paths.current !== pathname) setPaths({ current: pathname, before: paths.current })
  const slug = isBack ? (channelSlugOf(paths.before) ?? '') : ''
  return <ChannelLeftContext value={slug}>{children}</ChannelLeftContext>
}

/**
 * The channel that the viewer of a television has left for this screen with Back; '' elsewhere. A remote points at nothing,
 * so the focus returns to the channel. On other devices it stays on the heading.
 */
export function useChannelLeft(): string {
  const slug = useContext(ChannelLeftContext)
  // As long as the screen is open.
  const [first] = useState(() => (slug !== '' && isTelevision() ? slug : ''))
  return first
}
