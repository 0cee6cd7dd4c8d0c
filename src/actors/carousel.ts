import { fromCallback } from 'xstate'
import { type CarouselEvent, type CarouselInput } from '../../machines/carousel.ts'

type Page = Pick<Window, 'matchMedia'> & { readonly document: Document }

const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

/** The current motion preference, and whether the tab is in the background. */
export const readCarouselInput = (page: Page): CarouselInput => ({
  isMotionReduced: page.matchMedia(reducedMotionQuery).matches,
  isTabHidden: page.document.hidden,
})

/** The actors of the carousel machine. */
export const createCarouselActors = (page: Page) => ({
  watchPage: fromCallback<CarouselEvent>(({ sendBack }) => {
    const reducedMotion = page.matchMedia(reducedMotionQuery)
    const sendMotion = () => sendBack({ type: reducedMotion.matches ? 'motion.reduced' : 'motion.allowed' })
    const sendVisibility = () => sendBack({ type: page.document.hidden ? 'tab.hidden' : 'tab.shown' })
    reducedMotion.addEventListener('change', sendMotion)
    page.document.addEventListener('visibilitychange', sendVisibility)
    return () => {
      reducedMotion.removeEventListener('change', sendMotion)
      page.document.removeEventListener('visibilitychange', sendVisibility)
    }
  }),
})
