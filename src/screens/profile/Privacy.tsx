import { useState } from 'react'
import { hasFeature } from '../../app/configuration.ts'
import { useRoot } from '../../app/root.tsx'
import { DownloadButton, DownloadNotice, useDownload } from '../../features/download/Download.tsx'
import { AccountRemoval } from './AccountRemoval.tsx'
import { provideDataDownload } from './provide.ts'
import classes from './Profile.module.css'

/** What a user can do with the data of the account: download it, or delete it with the account. */
export function Privacy() {
  const root = useRoot()
  const [machine] = useState(() => provideDataDownload(root))
  const download = useDownload(machine)
  return (
    <>
      <section className={classes.section} aria-labelledby="privacy">
        <h2 id="privacy">Your data</h2>
        <p className={classes.quiet}>
          Download your account details, membership, payments, saved cards, favorites and devices as one JSON file.
        </p>
        <p>
          <DownloadButton actor={download}>Download my data</DownloadButton>
        </p>
        <DownloadNotice actor={download} name="your data" />
      </section>
      {hasFeature(root.configuration, 'accountRemoval') ? <AccountRemoval /> : null}
    </>
  )
}
