import { type EmblaCarouselType } from 'embla-carousel'
import Fade from 'embla-carousel-fade'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { Carousel } from './Carousel.ts'
import classes from './FadingSlides.module.css'

/** No dragging: the parent decides which slide is shown. */
const options = { duration: 0, watchDrag: false, watchFocus: false }

/**
 * Stacked slides. One fades out before the next fades in, in one second, or at once under reduced motion. Hidden slides are inert. `silent`
 * suppresses the announcement of an automatic change.
 *
 * The plugin stacks the slides. The stylesheet fades them, because the plugin counts frames and would fade twice as fast
 * on a fast display.
 */
export function FadingSlides({
  shown,
  silent,
  children,
}: {
  shown: number
  silent: boolean
  children: readonly ReactNode[]
}) {
  const [embla, setEmbla] = useState<EmblaCarouselType>()
  const [plugins] = useState(() => [Fade()])
  useLayoutEffect(() => embla?.scrollTo(shown, true), [embla, shown])
  return (
    <Carousel
      classNames={classes}
      mod={{ silent }}
      // The parent renders the region and its buttons.
      role="presentation"
      aria-roledescription={undefined}
      height="100%"
      withControls={false}
      withKeyboardEvents={false}
      emblaOptions={options}
      plugins={plugins}
      getEmblaApi={setEmbla}
    >
      {children.map((slide, i) => (
        <Carousel.Slide
          key={i}
          aria-label={`${i + 1} of ${children.length}`}
          inert={i !== shown}
          mod={{ shown: i === shown }}
        >
          {slide}
        </Carousel.Slide>
      ))}
    </Carousel>
  )
}
