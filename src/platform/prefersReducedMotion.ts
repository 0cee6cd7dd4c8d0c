/** Whether the user asks for less motion. The server, which renders the skeletons of the screens, does not know. */
export const prefersReducedMotion = (): boolean =>
  typeof window !== 'undefined' && window.matchMedia('(prefers-reduced-motion: reduce)').matches
