import { useState } from 'react'
import { useAvatar } from './useAvatar.ts'
import classes from './Avatar.module.css'

/** What stands where a user has no picture, or one that does not come. */
const placeholder = '/images/avatar.svg'

/** The picture of who is signed in: large and with a name, or small in a button that has one of its own. */
export function Avatar({ small = false }: { small?: boolean }) {
  const address = useAvatar()
  const [failedAddress, setFailedAddress] = useState<string>()
  const size = small ? 40 : 96
  return (
    <img
      className={small ? undefined : classes.avatar}
      src={address && address !== failedAddress ? address : placeholder}
      alt={small ? '' : 'Your picture'}
      width={size}
      height={size}
      onError={() => setFailedAddress(address)}
    />
  )
}
