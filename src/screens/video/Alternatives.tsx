import { Link } from 'react-router-dom'
import { type Channel } from '../../api/channelParsers.ts'
import { paths } from '../../app/paths.ts'
import { alternativesTo } from './alternativesTo.ts'
import { ChannelMark, hideImage } from '../../ui/channel/ChannelMark.tsx'
import classes from './Alternatives.module.css'

/** Three live channels in place of one that can't be watched. Renders nothing until the list is loaded. */
export function Alternatives({ channels, slug }: { channels: readonly Channel[]; slug: string }) {
  const alternatives = alternativesTo(channels, slug)
  if (alternatives.length === 0) return null
  return (
    <section className={classes.alternatives} aria-label="Live now">
      <h2>Live now</h2>
      <ul>
        {alternatives.map((channel) => (
          <li key={channel.slug}>
            <Link to={paths.video(channel.slug)} replace>
              <span className={classes.picture}>
                <ChannelMark channel={channel} />
                {channel.poster ? <img src={channel.poster} alt="" onError={hideImage} /> : null}
              </span>
              <span className={classes.text}>
                <span className={classes.channel}>
                  <bdi>{channel.name}</bdi>
                </span>
                <strong>
                  <bdi>{channel.now?.title ?? channel.tagline}</bdi>
                </strong>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
