import { useState } from 'react'
import { usePortrait } from './useAvatar.ts'
import classes from './Portrait.module.css'

/** What stands where a user has no picture, or one that does not come. */
const placeholder = '/images/avatar.svg'

/** The picture of who is signed in: large and with a name, or small in a button that has one of its own. */
export function Portrait({ small = false }: { small?: boolean }) {
  const address = usePortrait()
  const [missing, setMissing] = useState<string>()
  const edge = small ? 40 : 96
  return (
    <img
      className={small ? undefined : classes.portrait}
      src={address && address !== missing ? address : placeholder}
      alt={small ? '' : 'Your picture'}
      width={edge}
      height={edge}
      onError={() => setMissing(address)}
    />
  )
}
