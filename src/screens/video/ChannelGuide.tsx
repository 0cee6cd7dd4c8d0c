import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Channel } from '../../api/channelParsers.ts'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { useFavorite } from '../../features/favorite/Favorites.tsx'
import { favoritesQuery } from '../../queries/favoritesQuery.ts'
import { elapsedFraction, timeOfDay, useNow } from '../../ui/channel/showTimes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import { Icon } from './Icon.tsx'
import classes from './ChannelGuide.module.css'

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

/** The channel, its current program and the next one. */
export function NowAndNext({ channel, slug, locale }: { channel: Channel | undefined; slug: string; locale: string }) {
  const { configuration } = useRoot()
  const now = useNow()
  const show = channel?.now
  return (
    <section className={classes.show} aria-label="On this channel">
      <div className={classes.title}>
        {channel ? (
          <>
            <PageHeading subtitle={channel.tagline} focus={false}>
              {channel.name}
            </PageHeading>
            {hasFeature(configuration, 'favorites') ? <Star slug={slug} name={channel.name} /> : null}
          </>
        ) : (
          <h1 className="visually-hidden">Live channel</h1>
        )}
      </div>
      {show ? (
        <div className={classes.now}>
          <p className={classes.nowTitle}>{show.title}</p>
          <progress className={classes.elapsed} max="1" value={elapsedFraction(show, now)} aria-label="Elapsed" />
          <p className={classes.quiet}>
            Until <time>{timeOfDay(show.endsAt, locale)}</time>
            {channel.next ? ` · Next: ${channel.next.title}` : null}
          </p>
        </div>
      ) : null}
    </section>
  )
}

/** The channels before and after this one, with their current programs. */
export function OtherChannels({ channels, slug }: { channels: readonly Channel[]; slug: string }) {
  const currentIndex = channels.findIndex((candidate) => candidate.slug === slug)
  const others = channels.slice(Math.max(0, currentIndex - 3), Math.max(0, currentIndex - 3) + 7)
  if (others.length < 2) return null
  return (
    <nav className={classes.otherChannels} aria-label="Other channels">
      <h2>On other channels</h2>
      <ul className={classes.list}>
        {others.map((one) => (
          <li key={one.slug}>
            <Link to={paths.video(one.slug)} replace aria-current={one.slug === slug ? 'page' : undefined}>
              <ChannelMark letters={one.letters} color={one.color} />
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
