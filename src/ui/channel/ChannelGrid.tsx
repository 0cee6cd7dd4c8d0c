import { useLayoutEffect, useRef } from 'react'
import { Skeleton } from '../Skeleton.tsx'
import { ChannelCard, type CardProps, type ShownChannel } from './ChannelCard.tsx'
import classes from './ChannelGrid.module.css'
import { useNow } from './showTimes.ts'

/**
 * The grid of channel cards. `link` and `star` stay the same functions, or every card is rendered again. An arrow key focuses the first card. When the focused card disappears (a removed favorite),
 * the focus moves to the card that takes its place.
 */
export function ChannelGrid<Channel extends ShownChannel>({
  label,
  channels,
  locale,
  link,
  star,
}: {
  label: string
  channels: readonly Channel[]
} & Pick<CardProps<Channel>, 'locale' | 'link' | 'star'>) {
  const now = useNow()
  const grid = useRef<HTMLUListElement>(null)
  const focused = useRef(-1)

  useLayoutEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return
    const links = grid.current?.querySelectorAll<HTMLElement>('h2 > a')
    links?.item(Math.min(focused.current, links.length - 1)).focus({ preventScroll: true })
  }, [channels])

  return (
    <ul
      ref={grid}
      className={classes.grid}
      aria-label={label}
      onFocus={({ target }) => {
        const cards = grid.current ? [...grid.current.children] : []
        focused.current = cards.findIndex((card) => card.contains(target))
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) focused.current = -1
      }}
    >
      {channels.map((channel, i) => (
        <ChannelCard
          key={channel.slug}
          channel={channel}
          now={now}
          locale={locale}
          isEntryPoint={i === 0}
          link={link}
          star={star}
        />
      ))}
    </ul>
  )
}

/** The skeleton of the grid while the list loads. */
export function ChannelGridSkeleton({ cards = 9 }: { cards?: number }) {
  return (
    <div className={classes.grid} role="status" aria-label="Loading channels">
      {Array.from({ length: cards }, (_, i) => (
        <Skeleton key={i} ratio="16 / 9" />
      ))}
    </div>
  )
}
