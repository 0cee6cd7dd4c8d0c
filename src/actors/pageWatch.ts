import { fromCallback } from 'xstate'
import { type CarouselEvent, type CarouselInput } from '../../machines/carousel.ts'

type Page = Pick<Window, 'matchMedia'> & { readonly document: Document }

const littleMotion = '(prefers-reduced-motion: reduce)'

/** What is so at this moment: whether little motion is wished, and whether the tab is in the background. */
export const pageNow = (page: Page): CarouselInput => ({
  still: page.matchMedia(littleMotion).matches,
  hidden: page.document.hidden,
})

/** What the carousel's machine asks of the page. */
export const carouselActors = (page: Page) => ({
  watchPage: fromCallback<CarouselEvent>(({ sendBack }) => {
    const wish = page.matchMedia(littleMotion)
    const tellWish = () => sendBack({ type: wish.matches ? 'motion.reduced' : 'motion.freed' })
    const tellSight = () => sendBack({ type: page.document.hidden ? 'tab.hidden' : 'tab.seen' })
    wish.addEventListener('change', tellWish)
    page.document.addEventListener('visibilitychange', tellSight)
    return () => {
      wish.removeEventListener('change', tellWish)
      page.document.removeEventListener('visibilitychange', tellSight)
    }
  }),
})
