import { carouselMachine } from '../../../../machines/carousel.ts'
import { carouselActors, pageNow } from '../../../actors/pageWatch.ts'

/** The carousel's machine on this page, and what it begins with. */
export const provideCarousel = (page: Window) => ({
  machine: carouselMachine.provide({ actors: carouselActors(page) }),
  input: pageNow(page),
})
