/** How long a test waits for the page, in ms: for an action, a navigation, an assertion or a held call. */
export const waitLimit = 8_000

/** Waits that need longer than `waitLimit`, in ms, each with the reason. */
export const longWaits = {
  /** A stream plays in real time: its segments are two seconds long, and the player buffers several. */
  playback: 30_000,
  /** A stalled stream first plays what is buffered. */
  playedBuffer: 40_000,
  /** The page loads ten thousand payments with a hundred calls. */
  hundredCalls: 90_000,
  /** The page's clock advances in many small steps, each of which is a call of the browser. */
  clockSteps: 30_000,
  /** The atlas explores a machine together with all its actors. */
  exploration: 60_000,
  /** A television asks for its tokens every five seconds. */
  devicePoll: 15_000,
  /** A process starts and builds its records. */
  serverStart: 60_000,
} as const
