import { type CSSProperties, type ReactNode, type SyntheticEvent } from 'react'
import classes from './ChannelCard.module.css'
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
}

/**
 * The card of one channel: its mark (letters, else the logo) and name, the current program with its end and progress.
 * `link` renders the anchor over the whole card, since this component does not depend on the router.
 */
export function ChannelCard({
  channel,
  now,
  locale,
  isEntryPoint,
  link,
  star,
}: {
  channel: ShownChannel
  now: number
  locale: string
  isEntryPoint: boolean
  link: (props: { className: string | undefined; children: ReactNode; 'data-initial-focus'?: true }) => ReactNode
  star: ReactNode
}) {
  const { name, tagline, category, region, logo, letters, live, color, now: show, next } = channel
  const style = color === undefined ? undefined : ({ '--channel': color } as CSSProperties)
  const backAt = live ? '' : timeOfDay(next?.startsAt, locale)
  const headline = live ? (show?.title ?? tagline) : backAt ? `Off air · back at ${backAt}` : 'Off air'
  const end = timeOfDay(show?.endsAt, locale)
  const elapsedShare = live && show ? elapsedFraction(show, now) : 0
  return (
    <li className={classes.card} style={style} data-box data-live={live}>
      <div className={classes.mark} aria-hidden="true">
        {letters}
        {logo && !letters ? <img className={classes.logo} src={logo} alt="" decoding="async" onError={hide} /> : null}
      </div>
      <div className={classes.channel}>
        <span className={classes.name}>{name}</span>
        <span className={classes.category}>
          {category} · {region}
        </span>
      </div>
      <div className={classes.show}>
        <h2 className={classes.headline}>
          {link({
            className: classes.link,
            children: (
              <>
                <span className="visually-hidden">{name}: </span>
                {headline}
              </>
            ),
            ...(isEntryPoint ? { 'data-initial-focus': true } : {}),
          })}
        </h2>
        <p className={classes.times}>
          {live ? <span className={classes.live}>Live</span> : <span>{tagline}</span>}
          {live && show && end ? <time dateTime={show.endsAt}>until {end}</time> : null}
          {live && next ? <span className={classes.next}>Next: {next.title}</span> : null}
        </p>
      </div>
      <div className={classes.progress} aria-hidden="true">
        <div className={classes.elapsed} style={{ transform: `scaleX(${elapsedShare.toFixed(3)})` }} />
      </div>
      {star}
    </li>
  )
}

/** Hides a logo that fails to load. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLElement>) => void (currentTarget.hidden = true)
