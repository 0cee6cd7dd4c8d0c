import { Icon } from './Icon.tsx'
import classes from './Carousel.module.css'

const stores = [
  ['Android TV', 'androidTv'],
  ['Google Play', 'googlePlay'],
  ['Fire TV', 'fireTv'],
  ['Roku', 'roku'],
  ['Windows', 'windows'],
] as const

/** The first slide: a channel, the claim and the devices. */
export function Devices() {
  return (
    <div className={classes.devices}>
      <svg
        className={classes.picture}
        viewBox="0 0 160 90"
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label="One"
      >
        <path className={classes.field} d="M0 0h160v90H0z" />
        <path className={classes.band} d="M0 0h52v90H0zM108 0h52v90h-52z" />
        <path className={classes.numeral} d="M86 73V32.5L71 40V27.5L88.5 17H98v56z" />
      </svg>
      <p className={classes.headline}>Crystal-clear HD stream with zero buffering for a seamless view One</p>
      <ul className={classes.stores} aria-label="Available on">
        {stores.map(([name, icon]) => (
          <li key={name}>
            <Icon name={icon} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
