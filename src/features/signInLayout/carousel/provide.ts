import { carouselMachine } from '../../../../machines/carousel.ts'
import { createCarouselActors, readCarouselInput } from '../../../actors/carousel.ts'

/** The carousel machine with its actors, and its input. */
export const provideCarousel = (page: Window) => ({
  machine: carouselMachine.provide({ actors: createCarouselActors(page) }),
  input: readCarouselInput(page),
})
