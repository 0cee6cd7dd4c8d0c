import { useState } from 'react'
import { usePortrait } from '../../portrait.ts'
import classes from './Portrait.module.css'

/** What stands where a user has no picture, or one that does not come. */
const placeholder = '/images/avatar.svg'

/** The picture of who is signed in, large. */
export function Portrait() {
  const address = usePortrait()
  const [missing, setMissing] = useState<string>()
  return (
    <img
      className={classes.portrait}
      src={address && address !== missing ? address : placeholder}
      alt="Your picture"
      width="96"
      height="96"
      onError={() => setMissing(address)}
    />
  )
}
