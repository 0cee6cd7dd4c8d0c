import { useState } from 'react'
import { useAvatar } from './useAvatar.ts'
import classes from './Avatar.module.css'

/** The placeholder for a missing avatar or one that fails to load. */
const placeholder = '/images/avatar.svg'

/** The avatar of the user: large with an accessible name, or small inside a button that has its own. */
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
