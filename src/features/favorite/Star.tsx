import { useActorRef, useSelector } from '@xstate/react'
import { type favouriteMachine, type FavouriteInput } from '../../../machines/favourite.ts'
import { StarButton } from '../../ui/channel/StarButton.tsx'

/** The star of one card, with a flow of its own. */
export function Star({
  machine,
  channel: { slug, name },
  starred,
}: {
  machine: typeof favouriteMachine
  channel: { slug: string; name: string }
  starred: boolean
}) {
  const input: FavouriteInput = { slug, starred }
  const star = useActorRef(machine, { input })
  const snapshot = useSelector(star, (now) => now)
  return (
    <StarButton
      name={name}
      starred={snapshot.context.starred}
      busy={snapshot.hasTag('busy')}
      message={snapshot.context.message}
      onToggle={() => star.send({ type: 'star.toggle' })}
      onDismiss={() => star.send({ type: 'notice.dismiss' })}
    />
  )
}
