import { useState } from 'react'
import { useAvatar } from './useAvatar.ts'
import classes from './Avatar.module.css'

/** The placeholder for a missing avatar or one that fails to load. */
const placeholder = '/images/avatar.svg'

/** The avatar of the user: large with an accessible name, or small inside a button that has its own. */
export function Avatar({ small = false }: { small?: boolean }) {
  const url = useAvatar()
  const [failedUrl, setFailedUrl] = useState<string>()
  const size = small ? 40 : 96
  return (
    <img
      className={small ? undefined : classes.avatar}
      src={url && url !== failedUrl ? url : placeholder}
      alt={small ? '' : 'Your picture'}
      width={size}
      height={size}
      onError={() => setFailedUrl(url)}
    />
  )
}
