import { carouselMachine } from '../../../../machines/carousel.ts'
import { createCarouselActors, readCarouselInput } from '../../../actors/carousel.ts'

/** The carousel's machine on this page, and what it begins with. */
export const provideCarousel = (page: Window) => ({
  machine: carouselMachine.provide({ actors: createCarouselActors(page) }),
  input: readCarouselInput(page),
})
