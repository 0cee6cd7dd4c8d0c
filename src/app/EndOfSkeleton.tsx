import { useLayoutEffect } from 'react'

/**
 * Removes the skeleton that the server has sent, when the application has rendered a page. The skeletons of this page
 * appear at once, like those that they replace; those of the next page after a delay.
 */
export function EndOfSkeleton({ page }: { page?: string }) {
  useLayoutEffect(() => {
    const skeleton = document.getElementById('skeleton')
    if (!skeleton) return
    skeleton.remove()
    // A mounted shell sets its own in the same commit.
    delete document.documentElement.dataset['shell']
  }, [])
  useLayoutEffect(() => () => void delete document.documentElement.dataset['fromServer'], [page])
  return null
}
