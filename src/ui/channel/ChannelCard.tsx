import { type CSSProperties, type ReactNode, type SyntheticEvent } from 'react'
import classes from './ChannelCard.module.css'
import { elapsed, timeOfDay, type ShownProgramme } from './programme.ts'

/** What a card shows of a channel. `colour` is its own as '#rrggbb'; without one the card stays neutral. */
export type ShownChannel = {
  slug: string
  name: string
  tagline: string
  category: string
  region: string
  logo: string | undefined
  letters: string
  live: boolean
  colour: string | undefined
  now: ShownProgramme | undefined
  next: ShownProgramme | undefined
}

/**
 * One channel of the wall, 16:9 like what it leads to: mark (its letters, else its logo) and name, the programme now as the headline, a hairline of
 * how far it is, when it ends. `link` draws the anchor over the whole card (the router is not known here).
 */
export function ChannelCard({
  channel,
  now,
  locale,
  isEntryPoint: isEntryPoint,
  link,
  star,
}: {
  channel: ShownChannel
  now: number
  locale: string
  isEntryPoint: boolean
  link: (shape: { className: string | undefined; children: ReactNode; 'data-landing'?: true }) => ReactNode
  star: ReactNode
}) {
  const { name, tagline, category, region, logo, letters, live, colour, now: programme, next } = channel
  const style = colour === undefined ? undefined : ({ '--channel': colour } as CSSProperties)
  const headline = live && programme ? programme.title : live ? tagline : 'Off air'
  const end = timeOfDay(programme?.endsAt, locale)
  const elapsedShare = live && programme ? elapsed(programme, now) : 0
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
      <div className={classes.programme}>
        <h2 className={classes.headline}>
          {link({
            className: classes.link,
            children: (
              <>
                <span className="aside">{name}: </span>
                {headline}
              </>
            ),
            ...(isEntryPoint ? { 'data-landing': true } : {}),
          })}
        </h2>
        <p className={classes.times}>
          {live ? <span className={classes.live}>Live</span> : <span>{tagline}</span>}
          {live && programme && end ? <time dateTime={programme.endsAt}>ends {end}</time> : null}
          {live && next ? <span className={classes.next}>then {next.title}</span> : null}
        </p>
      </div>
      <div className={classes.progress} aria-hidden="true">
        <div className={classes.elapsed} style={{ transform: `scaleX(${elapsedShare.toFixed(3)})` }} />
      </div>
      {star}
    </li>
  )
}

/** A logo that does not come leaves the letters. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLElement>) => void (currentTarget.hidden = true)
