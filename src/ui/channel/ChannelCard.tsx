import { memo, type CSSProperties, type ReactNode } from 'react'
import { Skeleton, TextSkeleton } from '../Skeleton.tsx'
import classes from './ChannelCard.module.css'
import { ChannelMark, hideImage } from './ChannelMark.tsx'
import { elapsedFraction, timeOfDay, type Show } from './showTimes.ts'

/** A channel as its card shows it. `color` is '#rrggbb'; without it the card stays neutral. */
export type ShownChannel = {
  slug: string
  name: string
  tagline: string
  category: string
  region: string
  logo: string | undefined
  letters: string
  live: boolean
  color: string | undefined
  now: Show | undefined
  next: Show | undefined
  poster: string | undefined
}

/** Renders the anchor over the whole card, since this component does not depend on the router. */
export type CardLink<Channel> = (
  channel: Channel,
  props: { className: string | undefined; children: ReactNode; 'data-initial-focus'?: true },
) => ReactNode

export type CardProps<Channel extends ShownChannel> = {
  channel: Channel
  now: number
  locale: string
  /** The place in the list, from 0, and its row. */
  at: number
  row: number
  /** The length of a list of which only a part is in the document. */
  of: number | undefined
  /** Takes the element of a card whose row is measured. */
  measure: ((element: Element | null) => void) | undefined
  style: CSSProperties | undefined
  link: CardLink<Channel>
  star: (channel: Channel) => ReactNode
  /** What is over the still, such as a video. */
  preview: ((channel: Channel) => ReactNode) | undefined
}

/**
 * The card of one channel: its still, else its mark on its color, and the current program with its end and progress. On a
 * phone it is a row. A card whose channel does not change is not rendered again.
 */
export const ChannelCard = memo(function ChannelCard<Channel extends ShownChannel>({
  channel,
  now,
  locale,
  at,
  row,
  of,
  measure,
  style,
  link,
  star,
  preview,
}: CardProps<Channel>) {
  const { name, tagline, category, region, live, color, now: show, next, poster } = channel
  const ownStyle = color === undefined ? style : ({ ...style, '--channel-color': color } as CSSProperties)
  const backAt = live ? '' : timeOfDay(next?.startsAt, locale)
  const headline = live ? (show?.title ?? tagline) : backAt ? `Off air · back at ${backAt}` : 'Off air'
  const end = timeOfDay(show?.endsAt, locale)
  const elapsedShare = live && show ? elapsedFraction(show, now) : 0
  return (
    <li
      ref={measure}
      className={classes.card}
      style={ownStyle}
      data-box
      data-live={live}
      data-at={at}
      data-index={row}
      aria-setsize={of}
      aria-posinset={of === undefined ? undefined : at + 1}
    >
      <div className={classes.picture}>
        <ChannelMark channel={channel} />
        {poster === undefined ? null : (
          <img
            key={poster}
            className={classes.still}
            src={poster}
            alt=""
            width={640}
            height={360}
            loading="lazy"
            decoding="async"
            onError={hideImage}
          />
        )}
        {preview?.(channel)}
        <div className={classes.progress} aria-hidden="true">
          <div className={classes.elapsed} style={{ transform: `scaleX(${elapsedShare.toFixed(3)})` }} />
        </div>
      </div>
      <div className={classes.text}>
        <p className={classes.channel}>
          <bdi className={classes.name}>{name}</bdi>
          <span>{category}</span>
          <span>{region}</span>
        </p>
        <h2 className={classes.headline}>
          {link(channel, {
            className: classes.link,
            children: (
              <>
                <span className="visually-hidden">{name}: </span>
                <bdi>{headline}</bdi>
              </>
            ),
            ...(at === 0 ? { 'data-initial-focus': true } : {}),
          })}
        </h2>
        <p className={classes.times}>
          {live ? <span className={classes.live}>Live</span> : <span className={classes.tagline}>{tagline}</span>}
          {live && show && end ? <time dateTime={show.endsAt}>until {end}</time> : null}
        </p>
        {live && next ? (
          <p className={classes.next}>
            Next: <bdi>{next.title}</bdi>
          </p>
        ) : null}
      </div>
      {star(channel)}
    </li>
  )
}) as <Channel extends ShownChannel>(props: CardProps<Channel>) => ReactNode

/** The skeleton of a card, in its shape. */
export function ChannelCardSkeleton() {
  return (
    <div className={classes.card} data-skeleton>
      <div className={classes.picture}>
        <Skeleton height="100%" />
      </div>
      <div className={classes.text}>
        <div className={classes.channel}>
          <TextSkeleton width="8rem" />
        </div>
        <div className={classes.headline}>
          <TextSkeleton width="75%" />
        </div>
        <div className={classes.times}>
          <TextSkeleton width="9rem" />
        </div>
        <div className={classes.next}>
          <TextSkeleton width="60%" />
        </div>
      </div>
    </div>
  )
}
