import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Plan } from '../../api/paymentParsers.ts'
import { channelSlugOf } from '../../app/accessRules.ts'
import { useRoot } from '../../app/root.tsx'
import { formatPrice } from '../../billing/formatPrice.ts'
import { periodText } from '../plan/planText.ts'
import { returnToChannelQueries } from './provide.ts'
import classes from './ChannelOffer.module.css'

/**
 * What a guest who requested a channel pays for: the channel with its program, and the lowest price. Renders nothing
 * unless the user requested a channel.
 */
export function ChannelOffer({ plans }: { plans: readonly Plan[] }) {
  const root = useRoot()
  const { money } = root.configuration
  const [path] = useState(root.returnToChannel.channelPath)
  const { data } = useQuery({ ...returnToChannelQueries(root).channels, enabled: path !== undefined })
  if (path === undefined) return null
  const slug = channelSlugOf(new URL(path, window.location.origin).pathname)
  const channel = data?.find((one) => one.slug === slug)
  const [cheapest] = plans.filter(({ price }) => price !== undefined).sort((a, b) => (a.price ?? 0) - (b.price ?? 0))
  const price = cheapest && [formatPrice(cheapest.price, money), periodText(cheapest)].filter(Boolean).join(' ')
  const status = channel?.live ? `is live${channel.now ? `: ${channel.now.title}` : ''}` : 'is off air right now'
  const parts = [channel && `${channel.name} ${status}`, price && `Plans from ${price}`].filter(Boolean)
  return parts.length > 0 ? <p className={classes.offer}>{parts.join(' · ')}</p> : null
}
