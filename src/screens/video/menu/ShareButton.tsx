import { useActorRef, useSelector } from '@xstate/react'
import { type StateValueFrom } from 'xstate'
import { type shareLinkMachine } from '../../../../machines/shareLink.ts'
import classes from './PlayerMenu.module.css'

const results = {
  ready: '',
  sharing: '',
  copying: '',
  copied: 'Link copied',
  failed: 'Couldn’t copy the link',
} satisfies Record<StateValueFrom<typeof shareLinkMachine>, string>

/** Shares the link of a channel. */
export function ShareButton({
  machine,
  title,
  href,
}: {
  machine: typeof shareLinkMachine
  title: string
  href: string
}) {
  const actor = useActorRef(machine, { input: { title, href } })
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <div className={classes.shared}>
      <button type="button" className={classes.row} aria-busy={busy} onClick={() => actor.send({ type: 'link.share' })}>
        Share channel
      </button>
      <span className={classes.value} role="status">
        {results[value]}
      </span>
    </div>
  )
}
