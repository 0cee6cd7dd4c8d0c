import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { type StateValueFrom } from 'xstate'
import { type favoriteUndoMachine } from '../../../machines/favoriteUndo.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './UndoNotice.module.css'

const noticeText = {
  idle: () => '',
  offered: (name) => `${name} removed from favorites`,
  restoring: (name) => `${name} removed from favorites`,
  restored: (name) => `${name} is back in favorites`,
  failed: (name, message) => `We couldn’t restore ${name}. ${message}`,
} as const satisfies Record<StateValueFrom<typeof favoriteUndoMachine>, (name: string, message: string) => string>

/**
 * Offers to undo the removal of a favorite. It stays at the lower edge until it is dismissed, so that no card moves
 * under the pointer. `nameOf` returns the name of a channel.
 */
export function UndoNotice({
  machine,
  nameOf,
}: {
  machine: typeof favoriteUndoMachine
  nameOf: (slug: string) => string
}) {
  const actor = useActorRef(machine)
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const slug = useSelector(actor, ({ context }) => context.slug)
  const message = useSelector(actor, ({ context }) => context.message)
  const canUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'undo.press' }))
  const canDismiss = useSelector(actor, (snapshot) => snapshot.can({ type: 'notice.dismiss' }))
  const container = useRef<HTMLDivElement>(null)
  const isBusy = value === 'restoring'

  // The focused card or button may be gone: the focus moves to the notice.
  useEffect(() => {
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true })
  }, [value])

  return (
    <div ref={container} tabIndex={-1} className={classes.undo}>
      <Notice tone={value === 'failed' ? 'wrong' : 'plain'}>
        {value !== 'idle' ? (
          <span className={classes.text}>
            {noticeText[value](nameOf(slug), message)}
            <span className={classes.actions}>
              {isBusy || canUndo ? (
                <Button variant="default" loading={isBusy} onClick={() => actor.send({ type: 'undo.press' })}>
                  Undo
                </Button>
              ) : null}
              <Button
                variant="subtle"
                color="ink"
                disabled={!canDismiss}
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
