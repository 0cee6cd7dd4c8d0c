import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type channelPreviewMachine } from '../../../machines/channelPreview.ts'
import { useRoot } from '../../app/root.tsx'
import classes from './useChannelPreview.module.css'
import { provideChannelPreview } from './provide.ts'

/** The preview of one channel on its card. Other cards do not change while it loads and plays. */
function CardPreview({
  preview,
  slug,
  setVideo,
}: {
  preview: ActorRefFrom<typeof channelPreviewMachine>
  slug: string
  setVideo: (element: HTMLVideoElement | null) => void
}) {
  const hasVideo = useSelector(preview, (snapshot) => snapshot.hasTag('video') && snapshot.context.slug === slug)
  const isPlaying = useSelector(preview, (snapshot) => snapshot.matches({ on: { previewing: 'playing' } }))
  return hasVideo ? (
    <video
      ref={setVideo}
      className={classes.video}
      data-shown={isPlaying}
      muted
      playsInline
      tabIndex={-1}
      aria-hidden
    />
  ) : null
}

/** The previews of the cards of a list, for `ChannelGrid`. One card has a preview at a time. */
export function useChannelPreview() {
  const root = useRoot()
  const [{ machine, allowed, setVideo }] = useState(() => provideChannelPreview(root))
  const preview = useActorRef(machine, { input: { allowed } })
  const [props] = useState(() => ({
    preview: ({ slug }: { slug: string }) => <CardPreview preview={preview} slug={slug} setVideo={setVideo} />,
    /** The channel whose card has the pointer or the focus. One that is off air has no preview. */
    onCard: (channel: { slug: string; live: boolean } | undefined) =>
      preview.send(channel?.live ? { type: 'card.enter', slug: channel.slug } : { type: 'card.leave' }),
  }))
  return props
}
