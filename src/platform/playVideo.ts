type Outcomes = {
  /** No outcome is reported after it is aborted. */
  signal: AbortSignal
  /** The video is now muted, because the browser blocks autoplay with sound. */
  onMuted: () => void
  /** The browser blocks autoplay without sound too. */
  onBlocked: () => void
}

/** Plays the video. A browser that blocks autoplay with sound mostly allows it without. */
export async function playVideo(video: HTMLVideoElement, outcomes: Outcomes): Promise<void> {
  const { signal, onMuted, onBlocked } = outcomes
  try {
    await video.play()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || signal.aborted) return
    if (video.muted) {
      onBlocked()
      return
    }
    video.muted = true
    onMuted()
    await playVideo(video, outcomes)
  }
}
