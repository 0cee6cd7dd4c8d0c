import { StarButton } from '../../ui/channel/StarButton.tsx'
import { useFavorite } from './Favorites.tsx'

/** The star of one card. */
export function Star({ slug, name }: { slug: string; name: string }) {
  const { starred = false, busy, message, toggle, dismiss } = useFavorite(slug)
  return (
    <StarButton name={name} starred={starred} busy={busy} message={message} onToggle={toggle} onDismiss={dismiss} />
  )
}
