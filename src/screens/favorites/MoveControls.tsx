import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type favoriteOrderMachine } from '../../../machines/favoriteOrder.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './MoveControls.module.css'

/**
 * The controls over the picture of a card while the favorites are arranged: a button on each side, and the handle
 * between them for the pointer.
 */
export function MoveControls({
  order,
  slug,
  name,
}: {
  order: ActorRefFrom<typeof favoriteOrderMachine>
  slug: string
  name: string
}) {
  const isDragged = useSelector(
    order,
    (snapshot) => snapshot.matches({ arranging: 'dragging' }) && snapshot.context.moved === slug,
  )
  return (
    <div
      className={classes.controls}
      data-dragged={isDragged}
      onPointerDown={(event) => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return
        // Neither selects text nor scrolls.
        event.preventDefault()
        order.send({ type: 'drag.start', slug })
      }}
    >
      <MoveButton order={order} slug={slug} by={-1} label={`Move ${name} earlier`} path="M14.5 5.5L8 12l6.5 6.5" />
      <svg className={classes.handle} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 5.5h.01M15 5.5h.01M9 12h.01M15 12h.01M9 18.5h.01M15 18.5h.01" />
      </svg>
      <MoveButton order={order} slug={slug} by={1} label={`Move ${name} later`} path="M9.5 5.5L16 12l-6.5 6.5" />
    </div>
  )
}

/** Stays focusable at the end of the list, so that the focus is not lost. */
function MoveButton({
  order,
  slug,
  by,
  label,
  path,
}: {
  order: ActorRefFrom<typeof favoriteOrderMachine>
  slug: string
  by: -1 | 1
  label: string
  path: string
}) {
  const move = { type: 'card.move', slug, by } as const
  const canMove = useSelector(order, (snapshot) => snapshot.can(move))
  return (
    <IconButton
      className={classes.move}
      aria-label={label}
      title={by === -1 ? 'Move earlier' : 'Move later'}
      aria-disabled={!canMove}
      onClick={() => order.send(move)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </IconButton>
  )
}
