import { Icon } from './Icon.tsx'
import classes from './Carousel.module.css'

const stores = [
  ['Android TV', 'androidTv'],
  ['Google Play', 'googlePlay'],
  ['Fire TV', 'fireTv'],
  ['Roku', 'roku'],
  ['Windows', 'windows'],
] as const

/** The picture of the channel One: a sunrise over the earth, seen from above, with the channel's logo. */
const Dawn = () => (
  <svg
    className={classes.picture}
    viewBox="0 0 160 90"
    preserveAspectRatio="xMidYMid slice"
    role="img"
    aria-label="One"
  >
    <defs>
      <linearGradient id="one-sky" x2="0" y2="1">
        <stop offset="0" className={classes.night} />
        <stop offset="1" className={classes.dusk} />
      </linearGradient>
      <radialGradient id="one-glow" cx="0.5" cy="0.5" r="0.5">
        <stop offset="0" className={classes.sun} />
        <stop offset="0.18" className={classes.halo} />
        <stop offset="1" className={classes.halo} stopOpacity="0" />
      </radialGradient>
      <linearGradient id="one-rim" x2="1" y2="0">
        <stop offset="0.25" className={classes.air} stopOpacity="0" />
        <stop offset="0.68" className={classes.sun} />
        <stop offset="1" className={classes.air} stopOpacity="0.1" />
      </linearGradient>
    </defs>
    <path fill="url(#one-sky)" d="M0 0h160v90H0z" />
    <circle fill="url(#one-glow)" cx="112" cy="44" r="62" />
    <circle className={classes.earth} cx="80" cy="170" r="131" />
    <g className={classes.meridians}>
      <ellipse cx="80" cy="170" rx="100" ry="131" />
      <ellipse cx="80" cy="170" rx="66" ry="131" />
      <ellipse cx="80" cy="170" rx="30" ry="131" />
      <ellipse cx="80" cy="76" rx="91" ry="20" />
      <ellipse cx="80" cy="92" rx="108" ry="22" />
    </g>
    <circle fill="none" stroke="url(#one-rim)" strokeWidth="1.2" cx="80" cy="170" r="131" />
    <path className={classes.logo} d="M52 63h56v16H52z" />
    <path className={classes.numeral} d="M60.2 75V66.9L57 68.5v-2.6l3.7-2H63V75zM68 63h.4v16H68z" />
    <text className={classes.wordmark} x="88" y="74.2" textAnchor="middle">
      One
    </text>
  </svg>
)

/** The first slide: a channel, the claim and the devices. */
export function Devices() {
  return (
    <div className={classes.devices}>
      <Dawn />
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
