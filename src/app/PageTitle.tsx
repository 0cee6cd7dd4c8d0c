import { useEffect } from 'react'
import { useRoot } from './root.tsx'

/** Sets the document title of a route. A screen may set a more specific one later, such as the channel's name. */
export function PageTitle({ title }: { title: string | undefined }) {
  const { configuration } = useRoot()
  useEffect(() => {
    document.title = `${title ?? 'Dashboard'} · ${configuration.brand.name}`
  }, [title, configuration])
  return null
}
