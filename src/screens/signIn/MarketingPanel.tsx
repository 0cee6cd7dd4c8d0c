import { lazy, Suspense } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Logo } from '../../ui/Logo.tsx'
import classes from './MarketingPanel.module.css'

/** The form comes first: what follows waits until the page has loaded and the browser has nothing to do. */
const waitForIdle = () =>
  new Promise<void>((resolve) => {
    const scheduleIdle = () => {
      setTimeout(
        () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(() => resolve()) : resolve()),
        500,
      )
    }
    if (document.readyState === 'complete') scheduleIdle()
    else window.addEventListener('load', scheduleIdle, { once: true })
  })

const Carousel = lazy(async () => {
  await waitForIdle()
  try {
    const { Component } = await import('./carousel/Carousel.tsx')
    return { default: Component }
  } catch {
    return { default: CarouselFallback }
  }
})

const categories = ['Headlines', 'Politics', 'Business', 'World', 'Weather']

/** Stands in the carousel's place where that can't be loaded: what is on air at any hour. */
function CarouselFallback() {
  return (
    <ul className={classes.categories} aria-label="On air around the clock">
      {categories.map((desk) => (
        <li key={desk}>
          {desk} <span className={classes.live}>LIVE</span>
        </li>
      ))}
    </ul>
  )
}

/** What the product is, at night in both schemes: the headline at once, the slides under it when there is time. */
export function MarketingPanel({ onPlay }: { onPlay: () => void }) {
  const { brand } = useRoot().configuration
  return (
    <section className={`${classes.panel} night`} aria-label={`About ${brand.name}`}>
      <div className={classes.brand}>
        <Logo name={brand.name} />
      </div>
      <p className={classes.text}>
        <span className={classes.headline}>Pick your favorite US news channel</span>{' '}
        <span className={classes.subtitle}>Start watching right from your device</span>
      </p>
      <div className={classes.stage}>
        <div className={classes.rows}>
          <ul className={classes.badges}>
            <li>No ADS</li>
            <li>HD STREAM</li>
          </ul>
          <Suspense>
            <Carousel onPlay={onPlay} />
          </Suspense>
        </div>
      </div>
    </section>
  )
}
