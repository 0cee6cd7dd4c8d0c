import { channelPreviewMachine } from '../../../machines/channelPreview.ts'
import { createChannelPreviewActors } from '../../actors/channelPreview.ts'
import { type Root } from '../../app/root.tsx'
import { prefersReducedMotion } from '../../platform/prefersReducedMotion.ts'
import { savesData } from '../../platform/savesData.ts'

/** The machine of the previews with its actor. `setVideo` takes the video element of the card. */
export function provideChannelPreview({ api, queryClient }: Root) {
  let video: HTMLVideoElement | null = null
  return {
    machine: channelPreviewMachine.provide({
      actors: createChannelPreviewActors({ api, queryClient, video: () => video }),
    }),
    allowed: !savesData() && !prefersReducedMotion(),
    setVideo: (element: HTMLVideoElement | null) => {
      video = element
    },
  }
}
