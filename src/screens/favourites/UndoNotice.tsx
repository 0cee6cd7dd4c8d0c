import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { type StateValueFrom } from 'xstate'
import { type favouriteUndoMachine } from '../../../machines/favouriteUndo.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import classes from './UndoNotice.module.css'

const noticeText = {
  idle: () => '',
  offered: (name) => `${name} is no favourite any more.`,
  restoring: (name) => `${name} is no favourite any more.`,
  restored: (name) => `${name} is a favourite again.`,
  notRestored: (name, message) => `${name} is not back: ${message}`,
} as const satisfies Record<StateValueFrom<typeof favouriteUndoMachine>, (name: string, message: string) => string>

/**
 * What has left the favourites, and Undo. It stays at the lower edge until it is turned down, so that nothing on the
 * wall moves away under a pointer. `nameOf` gives a channel's name.
 */
export function UndoNotice({
  machine,
  nameOf,
}: {
  machine: typeof favouriteUndoMachine
  nameOf: (slug: string) => string
}) {
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (now) => now)
  const { slug, message } = snapshot.context
  const container = useRef<HTMLDivElement>(null)
  const isBusy = snapshot.hasTag('busy')

  // The last card, or the button that was pressed, has gone: the focus stays near what happened.
  useEffect(() => {
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true })
  }, [snapshot.value])

  return (
    <div ref={container} tabIndex={-1} className={classes.undo}>
      <Notice tone={snapshot.matches('notRestored') ? 'wrong' : 'plain'}>
        {snapshot.hasTag('notice') ? (
          <span className={classes.text}>
            {noticeText[snapshot.value](nameOf(slug), message)}
            <span className={classes.actions}>
              {isBusy || snapshot.can({ type: 'undo.press' }) ? (
                <Button variant="default" loading={isBusy} onClick={() => actor.send({ type: 'undo.press' })}>
                  Undo
                </Button>
              ) : null}
              <Button
                variant="subtle"
                color="ink"
                disabled={!snapshot.can({ type: 'notice.dismiss' })}
                onClick={() => actor.send({ type: 'notice.dismiss' })}
              >
                Dismiss
              </Button>
            </span>
          </span>
        ) : null}
      </Notice>
    </div>
  )
}
