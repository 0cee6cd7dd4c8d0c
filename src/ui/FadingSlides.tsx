import Fade from 'embla-carousel-fade'
import useEmblaCarousel from 'embla-carousel-react'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import classes from './FadingSlides.module.css'

/** What is dragged would have to be told to whoever says which slide is shown; the arrows do that. */
const options = { duration: 0, watchDrag: false, watchFocus: false }

/**
 * Slides that lie over one another; the last one fades away from the one that is shown in one second, or at once under
 * reduced motion. The others are out of reach for the keyboard and for screen readers. `silent`: no word about the
 * change, because nobody asked for it. The region with its name and its buttons stands around this.
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
  const [plugins] = useState(() => [Fade()])
  const [viewport, embla] = useEmblaCarousel(options, plugins)
  useLayoutEffect(() => embla?.scrollTo(shown, true), [embla, shown])
  return (
    <div className={classes.slides}>
      <p className="aside" aria-live={silent ? 'off' : 'polite'}>
        Slide {shown + 1} of {children.length}
      </p>
      <div ref={viewport} className={classes.viewport}>
        <div className={classes.container}>
          {children.map((slide, i) => (
            <div
              key={i}
              className={classes.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${i + 1} of ${children.length}`}
              inert={i !== shown}
              data-shown={i === shown || undefined}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
