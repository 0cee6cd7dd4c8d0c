import { type EmblaCarouselType } from 'embla-carousel'
import Fade from 'embla-carousel-fade'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { Carousel } from './pieces/Carousel.ts'
import classes from './FadingSlides.module.css'

/** What is dragged would have to be told to whoever says which slide is shown; the arrows do that. */
const options = { duration: 0, watchDrag: false, watchFocus: false }

/**
 * Slides that lie over one another; the last one fades away from the one that is shown in one second, or at once under
 * reduced motion. The others are out of reach for the keyboard and for screen readers. `silent`: no word about the change,
 * because nobody asked for it.
 *
 * The plugin lays the slides over one another and sets who is seen; the fade itself is the stylesheet's, because the
 * plugin counts frames, so that its fade is over in half the time on a fast display.
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
      // The region with its name and its buttons stands around this.
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
