import { fromCallback } from 'xstate'
import { type PlayerControlsEvent, type VideoCommand } from '../../machines/playerControls.setup.ts'
import { type PlayerElements } from '../platform/playerElements.ts'

type Dependencies = {
  elements: PlayerElements
  setCaptions: (on: boolean) => void
  /** Receives a function that sends events of the stream to the controls; undefined when the actor stops. */
  setSender: (send: ((event: PlayerControlsEvent) => void) | undefined) => void
}

/** Applies the commands of playerControls to the video, and sends each change of the presentation mode. */
export const createControlVideo = ({ elements, setCaptions, setSender }: Dependencies) =>
  fromCallback<VideoCommand, { volume: number }>(({ sendBack, receive }) => {
    const video = elements.video()
    const page = video?.ownerDocument
    if (!video || !page) throw new Error('controlVideo: the video element is not mounted')
    const controller = new AbortController()
    const { signal } = controller
    setSender((event) => sendBack(event))

    const reportPresentation = () => {
      if (page.fullscreenElement) sendBack({ type: 'fullScreen.entered' })
      else sendBack({ type: page.pictureInPictureElement === video ? 'pictureInPicture.entered' : 'page.entered' })
    }
    page.addEventListener('fullscreenchange', reportPresentation, { signal })
    video.addEventListener('enterpictureinpicture', reportPresentation, { signal })
    video.addEventListener('leavepictureinpicture', reportPresentation, { signal })

    // A browser may refuse both modes, for example without a user gesture. The mode then does not change.
    const ignoreRefusal = (request: Promise<unknown> | undefined) => void request?.catch(() => undefined)
    const toggleFullScreen = () => {
      if (page.fullscreenElement) {
        ignoreRefusal(page.exitFullscreen())
        return
      }
      const frame = elements.container()
      if (frame && 'requestFullscreen' in frame) {
        ignoreRefusal(frame.requestFullscreen())
        return
      }
      // An iPhone supports full screen for a video element only.
      const iphoneVideo: HTMLVideoElement & { webkitEnterFullscreen?: () => void } = video
      iphoneVideo.webkitEnterFullscreen?.()
    }
    const togglePictureInPicture = () => {
      if (page.pictureInPictureElement) {
        ignoreRefusal(page.exitPictureInPicture())
        return
      }
      if ('requestPictureInPicture' in video) ignoreRefusal(video.requestPictureInPicture())
    }

    receive((command) => {
      switch (command.type) {
        case 'setSound':
          video.volume = command.volume
          video.muted = command.muted
          return
        case 'setCaptions':
          return setCaptions(command.on)
        case 'toggleFullScreen':
          return toggleFullScreen()
        case 'togglePictureInPicture':
          return togglePictureInPicture()
      }
    })

    return () => {
      controller.abort()
      setSender(undefined)
      if (page.fullscreenElement) ignoreRefusal(page.exitFullscreen())
    }
  })
