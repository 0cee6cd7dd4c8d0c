/** How long a test waits for the page, in ms: for an action, a navigation, an assertion or a held call. */
export const waitLimit = 8_000

/** Waits that need longer than `waitLimit`, in ms, each with the reason. */
export const longWaits = {
  /** The page's clock advances in many small steps, each of which is a call of the browser. */
  clockSteps: 30_000,
  /** A process starts and builds its records. */
  serverStart: 60_000,
} as const
