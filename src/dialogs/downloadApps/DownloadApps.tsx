import { useState } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { AppLink } from './AppLink.tsx'
import classes from './DownloadApps.module.css'
import { provideCopyLink } from './provide.ts'

/** The description of each app, by its name in the configuration. */
const describeApps = (brand: string) => ({
  roku: `For Roku players and Roku TVs. Add the ${brand} channel and sign in.`,
  fireTv: 'For Fire TV Stick, Cube and Fire TV sets. Change channels with your remote.',
  android: 'For Android phones, tablets and Android TV.',
  windows: 'For Windows PCs and tablets. Watch in a separate window while you work.',
})

const apps = ['roku', 'fireTv', 'android', 'windows'] as const

/** The four apps, each with its link to copy or to open. */
export function DownloadApps({ onClose }: { onClose: () => void }) {
  const { configuration } = useRoot()
  const descriptions = describeApps(configuration.brand.name)
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
