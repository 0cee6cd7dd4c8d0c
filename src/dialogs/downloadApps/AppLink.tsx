import { useActorRef, useSelector } from '@xstate/react'
import { type StateValueFrom } from 'xstate'
import { type copyLinkMachine } from '../../../machines/copyLink.ts'
import { Actions } from '../../ui/Actions.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './DownloadApps.module.css'

const buttonText = {
  ready: 'Copy link',
  copying: 'Copy link',
  copied: 'Copied!',
} satisfies Record<StateValueFrom<typeof copyLinkMachine>, string>

/** One app, with its own copyLink actor. */
export function AppLink({
  machine,
  name,
  description,
  href,
}: {
  machine: typeof copyLinkMachine
  name: string
  description: string
  href: string
}) {
  const actor = useActorRef(machine, { input: { href } })
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isCopied = value === 'copied'
  return (
    <li className={classes.app}>
      <div className={classes.text}>
        <h3>{name}</h3>
        <p className={classes.description}>{description}</p>
      </div>
      <Actions className={classes.actions} stretch>
        <Button
          variant="default"
          aria-label={`${buttonText[value]} ${name}`}
          aria-busy={busy}
          onClick={() => actor.send({ type: 'link.copy' })}
        >
          {/* Both texts take up space, so that the width does not change. */}
          <span className={classes.stacked}>
            <span data-off={isCopied}>{buttonText.ready}</span>
            <span data-off={!isCopied}>{buttonText.copied}</span>
          </span>
        </Button>
        <Button
          component="a"
          variant="default"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Get the app: ${name}, in a new tab`}
        >
          Get the app
        </Button>
        <span className="visually-hidden" role="status">
          {isCopied ? `${name}: ${buttonText.copied}` : null}
        </span>
      </Actions>
    </li>
  )
}
