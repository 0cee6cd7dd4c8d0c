import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
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
import { ChannelMark } from '../../ui/channel/ChannelMark.tsx'
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
          <p className={classes.nowTitle}>
            <bdi>{show.title}</bdi>
          </p>
          <progress className={classes.elapsed} max="1" value={elapsedFraction(show, now)} aria-label="Elapsed" />
          <p className={classes.quiet}>
            Until <time>{timeOfDay(show.endsAt, locale)}</time>
            {channel.next ? (
              <>
                {' '}
                · Next: <bdi>{channel.next.title}</bdi>
              </>
            ) : null}
          </p>
        </div>
      ) : null}
    </section>
  )
}

/** Up, Down, Home and End move along the list. Without a target the arrow moves on to the rest of the page. */
function moveFocusInList(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  const indexes: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: links.length - 1,
  }
  const target = links[indexes[event.key] ?? -1]
  if (!target) return
  event.preventDefault()
  event.stopPropagation()
  target.focus()
}

/**
 * All channels with their current programs. Beside the picture the list scrolls by itself, with this channel in the middle.
 * It is one tab stop, which the arrow keys move.
 */
export function ChannelRail({ channels, slug }: { channels: readonly Channel[]; slug: string }) {
  const title = useId()
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    // In the next frame, which needs a layout anyway: one now would delay the stream.
    const frame = requestAnimationFrame(() => {
      const current = list.current?.querySelector('[aria-current]')
      if (!list.current || !current) return
      const [outer, inner] = [list.current.getBoundingClientRect(), current.getBoundingClientRect()]
      list.current.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [channels, slug])
  if (channels.length < 2) return null
  const entry = channels.some((one) => one.slug === slug) ? slug : channels[0]?.slug
  return (
    <nav className={classes.rail} aria-labelledby={title}>
      <h2 id={title}>All channels</h2>
      <ul ref={list} className={classes.list} onKeyDown={moveFocusInList}>
        {channels.map((one) => (
          <li key={one.slug}>
            <Link
              to={paths.video(one.slug)}
              replace
              tabIndex={one.slug === entry ? 0 : -1}
              aria-current={one.slug === slug ? 'page' : undefined}
            >
              <ChannelMark channel={one} />
              <span className={classes.channel}>
                <strong>
                  <bdi>{one.name}</bdi>
                </strong>
                <bdi className={classes.quiet}>{one.live ? (one.now?.title ?? one.tagline) : 'Off air'}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
