import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { type CardLink } from '../../ui/channel/ChannelCard.tsx'
import { Star } from '../favorite/Star.tsx'

/** The link of the card of a channel: it opens the channel. */
export const cardLink: CardLink<{ slug: string }> = ({ slug }, props) => <Link to={paths.video(slug)} {...props} />

/** The star of the card of a channel. */
export const cardStar = ({ slug, name }: { slug: string; name: string }) => <Star slug={slug} name={name} />
