import { createContext, useContext, type ComponentProps, type MouseEvent } from 'react'
import { type AppLocation } from './accessRules.ts'
import { type LocationState } from './paths.ts'

type NavigateOptions = { replace?: boolean; state?: LocationState | null }

/**
 * The location and how it changes, for the screens that the server renders. They do not import the router, because their
 * forms must work before it is loaded.
 */
export type Navigation = {
  location: AppLocation
  navigate: (to: string, options?: NavigateOptions) => void
}

export const NavigationContext = createContext<Navigation | undefined>(undefined)

/** The navigation of the page. Throws outside of `NavigationContext`. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext)
  if (!navigation) throw new Error('useNavigation outside of the application')
  return navigation
}

/** Whether the browser opens a link itself, for example in a new tab. */
const isForBrowser = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey

/** A link to another page of the application. */
export function PageLink({
  to,
  state = null,
  onClick,
  children,
  ...props
}: ComponentProps<'a'> & { to: string; state?: LocationState | null }) {
  const { location, navigate } = useNavigation()
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || isForBrowser(event)) return
        event.preventDefault()
        navigate(to, { state, replace: to === location.pathname + location.search + location.hash })
      }}
    >
      {children}
    </a>
  )
}
