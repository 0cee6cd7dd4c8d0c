import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Channel } from '../../api/channelParsers.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { useFavorite } from '../../features/favorite/Favorites.tsx'
import { favoritesQuery } from '../../queries/favoritesQuery.ts'
import { elapsed, timeOfDay, useNow } from '../../ui/channel/programme.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Icon } from './Icon.tsx'
import { type VideoDependencies } from './provide.ts'
import classes from './Video.module.css'

/** The star of the channel. It is hidden until the list of favorites is loaded. */
function Star({ slug, name }: { slug: string; name: string }) {
  useQuery(favoritesQuery(useRoot()))
  const { starred, message, toggle } = useFavorite(slug)
  if (starred === undefined) return null
  return (
    <>
      <IconButton
        className={classes.star}
        aria-label={`Favorite ${name}`}
        aria-pressed={starred}
        title={starred ? 'Remove from favorites' : 'Add to favorites'}
        onClick={toggle}
      >
        <Icon name="star" solid={starred} />
      </IconButton>
      <span role="alert" className={classes.starMessage}>
        {message}
      </span>
    </>
  )
}

/** What is on, under the picture: the channel, its programme now and the one after. */
export function NowAndNext({
  channel,
  slug,
  parts,
}: {
  channel: Channel | undefined
  slug: string
  parts: VideoDependencies
}) {
  const now = useNow()
  const programme = channel?.now
  return (
    <section className={classes.programme} aria-label="On this channel">
      <div className={classes.title}>
        <PageHeading subtitle={channel?.tagline} focus={false}>
          {channel?.name ?? 'Live channel'}
        </PageHeading>
        {channel ? <Star slug={slug} name={channel.name} /> : null}
      </div>
      {programme ? (
        <div className={classes.now}>
          <p className={classes.nowTitle}>{programme.title}</p>
          <progress className={classes.elapsed} max="1" value={elapsed(programme, now)} aria-label="Elapsed" />
          <p className={classes.quiet}>
            until <time>{timeOfDay(programme.endsAt, parts.locale)}</time>
            {channel.next ? (
              <>
                , then {channel.next.title} at <time>{timeOfDay(channel.next.startsAt, parts.locale)}</time>
              </>
            ) : null}
          </p>
        </div>
      ) : null}
    </section>
  )
}

/** The channels before and after this one, with what is on there. */
export function Neighbours({ channels, slug }: { channels: readonly Channel[]; slug: string }) {
  const currentIndex = channels.findIndex((one) => one.slug === slug)
  const nearby = channels.slice(Math.max(0, currentIndex - 3), Math.max(0, currentIndex - 3) + 7)
  if (nearby.length < 2) return null
  return (
    <nav className={classes.neighbours} aria-label="Channels nearby">
      <h2>Nearby</h2>
      <ul className={classes.list}>
        {nearby.map((one) => (
          <li key={one.slug}>
            <Link to={paths.video(one.slug)} replace aria-current={one.slug === slug ? 'page' : undefined}>
              <span
                className={classes.mark}
                style={one.colour ? { backgroundColor: one.colour } : undefined}
                aria-hidden
              >
                {one.letters}
              </span>
              <span className={classes.channel}>
                <strong>{one.name}</strong>
                <span className={classes.quiet}>{one.live ? (one.now?.title ?? one.tagline) : 'Off air'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
