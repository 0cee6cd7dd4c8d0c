import { Suspense } from 'react'
import { useRoot } from '../../app/root.tsx'
import { loadChunk } from '../../platform/loadChunk.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useHydrated } from '../../ui/useHydrated.ts'
import { Logo } from '../../ui/Logo.tsx'
import { waitForIdle } from '../../ui/waitForIdle.ts'
import classes from './MarketingPanel.module.css'

/** The carousel loads when the browser is idle, so that the form comes first. */
const Carousel = lazyPart(async () => {
  await waitForIdle()
  return (await loadChunk(() => import('./carousel/Carousel.tsx'))).Component
}, CarouselFallback)

const categories = ['Headlines', 'Politics', 'Business', 'World', 'Weather']

/** Replaces a carousel that fails to load. */
function CarouselFallback() {
  return (
    <ul className={classes.categories} aria-label="On air around the clock">
      {categories.map((category) => (
        <li key={category}>
          {category} <span className={classes.live}>LIVE</span>
        </li>
      ))}
    </ul>
  )
}

/** The headline and the carousel, dark in both schemes. */
export function MarketingPanel({ onPlay }: { onPlay: () => void }) {
  const { brand } = useRoot().configuration
  const hydrated = useHydrated()
  return (
    <section className={`${classes.panel} dark`} aria-label={`About ${brand.name}`}>
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
          {hydrated ? (
            <Suspense>
              <Carousel onPlay={onPlay} />
            </Suspense>
          ) : null}
        </div>
      </div>
    </section>
  )
}
