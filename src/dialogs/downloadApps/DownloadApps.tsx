import { useState } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { AppLink } from './AppLink.tsx'
import classes from './DownloadApps.module.css'
import { provideCopyLink } from './provide.ts'

/** What each app is for, by its name in the configuration. */
const descriptions = {
  roku: 'For Roku players and Roku TVs. Add the channel once, and every channel of ours is on the big screen.',
  fireTv: 'For Fire TV sticks, boxes and televisions. The remote changes channels and holds your favorites.',
  android: 'For phones, tablets and Android TV. Watch on the way, and go on at home where you left.',
  windows: 'For computers and tablets with Windows. A window of its own that stays beside your work.',
} as const

const apps = ['roku', 'fireTv', 'android', 'windows'] as const

/** The four apps, each with its link to copy or to open. */
export function DownloadApps({ onClose }: { onClose: () => void }) {
  const { configuration } = useRoot()
  const [machine] = useState(provideCopyLink)
  return (
    <Dialog kind="sheet" title="Download Apps" onClose={onClose}>
      <ul className={classes.apps}>
        {apps.map((app) => (
          <AppLink
            key={app}
            machine={machine}
            name={configuration.apps[app]}
            description={descriptions[app]}
            href={configuration.stores[app]}
          />
        ))}
      </ul>
    </Dialog>
  )
}
