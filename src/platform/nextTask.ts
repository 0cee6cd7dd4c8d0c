/** Resolves in another task, so that the browser can respond to the user and paint before the work that follows. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
