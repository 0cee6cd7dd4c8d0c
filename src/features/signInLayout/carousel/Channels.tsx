import { Button } from '../../../ui/Button.tsx'
import classes from './Carousel.module.css'

const channels = [
  ['CNN', '18.2k'],
  ['MSNBC', '9.7k'],
  ['Fox News', '55.6k'],
  ['CBS NEWS', '18.2k'],
] as const

/** The icon of a verified channel. */
function VerifiedIcon() {
  return (
    <svg className={classes.tick} viewBox="0 0 20 20" role="img" aria-label="Verified">
      <path
        fill="currentColor"
        d="m10 1 2.4 1.6 2.9.1.9 2.8 2.3 1.8-1 2.7 1 2.7-2.3 1.8-.9 2.8-2.9.1L10 19l-2.4-1.6-2.9-.1-.9-2.8-2.3-1.8 1-2.7-1-2.7 2.3-1.8.9-2.8 2.9-.1z"
      />
      <path className={classes.check} fill="none" d="m6.3 10.2 2.6 2.6 4.9-5.3" />
    </svg>
  )
}

/** The second slide: four channels. Each leads to the sign-in form. */
export function Channels({ onPlay }: { onPlay: () => void }) {
  return (
    <ul className={classes.grid}>
      {channels.map(([name, followers]) => (
        <li key={name} className={classes.screen}>
          <h2 className={classes.name}>
            {name} <VerifiedIcon />
          </h2>
          <p className={classes.tagline}>Stay up to date with developing stories</p>
          <p className={classes.followers}>
            <span className={classes.count}>{followers}</span> followers
          </p>
          <Button
            className={classes.play}
            variant="default"
            size="compact-sm"
            aria-label={`Play Channel ${name}`}
            onClick={onPlay}
          >
            Play Channel
          </Button>
        </li>
      ))}
    </ul>
  )
}
