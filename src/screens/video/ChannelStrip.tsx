import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type Channel } from '../../api/channelParsers.ts'
import { paths } from '../../app/paths.ts'
import { ChannelMark } from '../../ui/channel/ChannelMark.tsx'
import classes from './ChannelStrip.module.css'

type Props = { channels: readonly Channel[]; slug: string; returnFocus: () => void }

/** Left and right move along the strip, and down moves to the controls. The page below the player is not reachable. */
function moveFocusInStrip(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  const targets: Readonly<Record<string, HTMLElement | null | undefined>> = {
    ArrowLeft: links[Math.max(0, at - 1)],
    ArrowRight: links[Math.min(links.length - 1, at + 1)],
    Home: links[0],
    End: links.at(-1),
    ArrowUp: links[at],
    ArrowDown: event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=toolbar] button:not(:disabled)'),
  }
  if (!Object.hasOwn(targets, event.key)) return
  event.preventDefault()
  event.stopPropagation()
  targets[event.key]?.focus()
}

function OpenStrip({ channels, slug, returnFocus, close }: Props & { close: () => void }) {
  const strip = useRef<HTMLElement>(null)
  // The focus moves into the strip, also to a channel that was opened before the strip and is rendered after it.
  useLayoutEffect(() => strip.current?.querySelector<HTMLElement>('[aria-current]')?.focus(), [slug])
  // And back when it closes.
  useLayoutEffect(() => {
    const element = strip.current
    return () => {
      if (element?.contains(document.activeElement)) returnFocus()
    }
  }, [returnFocus])
  const stay = (event: MouseEvent) => {
    event.preventDefault()
    close()
  }
  return (
    <nav ref={strip} className={classes.strip} aria-label="Channel strip" onKeyDown={moveFocusInStrip}>
      <ul>
        {channels.map((one) => (
          <li key={one.slug}>
            <Link
              to={paths.video(one.slug)}
              replace
              aria-current={one.slug === slug ? 'page' : undefined}
              onClick={one.slug === slug ? stay : undefined}
            >
              <ChannelMark channel={one} />
              <span className={classes.text}>
                <span className={classes.channel}>
                  <bdi>{one.name}</bdi>
                </span>
                <span className={classes.show}>
                  <bdi>{one.now?.title ?? one.tagline}</bdi>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The channels that are on air, and this one, in a strip over the picture while it is open. */
export function ChannelStrip({
  controls,
  channels,
  ...rest
}: Props & { controls: ActorRefFrom<typeof playerControlsMachine> }) {
  const isOpen = useSelector(controls, (snapshot) => snapshot.matches({ panel: 'strip' }))
  if (!isOpen) return null
  return (
    <OpenStrip
      channels={channels.filter(({ live, slug }) => live || slug === rest.slug)}
      close={() => controls.send({ type: 'panel.close' })}
      {...rest}
    />
  )
}
