import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type Channel } from '../../api/channelParsers.ts'
import { paths } from '../../app/paths.ts'
import { Actions } from '../../ui/Actions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Alternatives } from './Alternatives.tsx'
import { NextShow } from './NextShow.tsx'
import { noticeOf, type NoticeValues } from './playerStates.ts'
import classes from './ScreenNotice.module.css'

/**
 * Replaces the video where there is nothing to play, with the next steps: for a channel that is off air its next show, and
 * three live channels for one that is off air or does not exist. `channels` is empty until the list is loaded.
 */
export function ScreenNotice({
  player,
  channels,
  slug,
  values,
}: {
  player: ActorRefFrom<typeof livePlayerMachine>
  channels: readonly Channel[]
  slug: string
  values: NoticeValues
}) {
  const notice = useSelector(player, (snapshot) => noticeOf(snapshot, values), shallowEqual)
  const screen = notice?.screen
  const canRetry = useSelector(player, (snapshot) => snapshot.can({ type: 'player.retry' }))
  const container = useRef<HTMLDivElement>(null)
  // The focused control may have disappeared: the focus moves to the notice instead of the top of the page.
  useEffect(() => {
    if (screen && container.current && document.activeElement === document.body) container.current.focus()
  }, [screen])
  if (!notice) return null
  const own = channels.find((channel) => channel.slug === slug)
  return (
    <div className={classes.stage} data-notice>
      <div className={classes.notice} ref={container} tabIndex={-1} role="alert">
        <h2>{notice.title}</h2>
        <p>{notice.text}</p>
        {screen === 'offAir' && own ? <NextShow channel={own} /> : null}
        <Actions>
          {screen === 'lapsed' ? (
            <Button component={Link} to={paths.packages()}>
              See plans
            </Button>
          ) : null}
          {screen === 'playerCodeMissing' ? <Button onClick={() => location.reload()}>Reload page</Button> : null}
          {canRetry ? (
            <Button variant="default" onClick={() => player.send({ type: 'player.retry' })}>
              {screen === 'offAir' ? 'Check again' : 'Try again'}
            </Button>
          ) : null}
          {screen === 'lapsed' ? null : (
            <Button
              component={Link}
              to={paths.home()}
              {...(canRetry ? { variant: 'subtle', color: 'ink' } : { variant: 'default' })}
            >
              All channels
            </Button>
          )}
        </Actions>
      </div>
      {screen === 'offAir' || screen === 'unknown' ? <Alternatives channels={channels} slug={slug} /> : null}
    </div>
  )
}
