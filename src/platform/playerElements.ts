/** The elements of the player. React sets both when it mounts them, and null when it unmounts them. */
export function createPlayerElements() {
  let video: HTMLVideoElement | null = null
  let container: HTMLElement | null = null
  return {
    video: () => video,
    /** The element that goes full screen: video, captions and controls. */
    container: () => container,
    setVideo: (element: HTMLVideoElement | null) => {
      video = element
    },
    setContainer: (element: HTMLElement | null) => {
      container = element
    },
  }
}

export type PlayerElements = Pick<ReturnType<typeof createPlayerElements>, 'video' | 'container'>
