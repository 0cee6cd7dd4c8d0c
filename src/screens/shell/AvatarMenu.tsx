import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '../../features/avatar/Avatar.tsx'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { loadChunk } from '../../platform/loadChunk.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.ts'
import { waitForIdle } from '../../ui/waitForIdle.ts'
import classes from './Shell.module.css'
import { DialogErrorBoundary } from './DialogErrorBoundary.tsx'

const dialogs = {
  request: () => import('../../dialogs/channelRequest/ChannelRequest.tsx').then((part) => part.ChannelRequest),
  apps: () => import('../../dialogs/downloadApps/DownloadApps.tsx').then((part) => part.DownloadApps),
  logout: () => import('../../dialogs/logout/Logout.tsx').then((part) => part.Logout),
} satisfies Record<string, () => Promise<DialogType>>

type DialogType = ComponentType<{ onClose: () => void }>

/** The menu of the user, under the avatar. */
export function AvatarMenu() {
  const { session, configuration } = useRoot()
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  // One dialog at a time. A new request replaces the countdown of the previous one.
  const [opened, setOpened] = useState<{ Dialog: DialogType; nth: number } | undefined>()
  const button = useRef<HTMLButtonElement>(null)
  const name = user?.display_name ?? ''

  // Logging out must work offline, so its code is preloaded.
  useEffect(
    () =>
      void waitForIdle()
        .then(dialogs.logout)
        .catch(() => undefined),
    [],
  )

  // Each click imports the code again, so that a failed import is retried.
  const open = (dialog: keyof typeof dialogs) =>
    setOpened({
      Dialog: lazy(async () => ({ default: await loadChunk(dialogs[dialog]) })),
      nth: (opened?.nth ?? 0) + 1,
    })
  // The menu restores the focus before a dialog opens, so that the dialog restores it to the same button.
  const returnFocus = () => button.current?.focus()
  const close = () => {
    setOpened(undefined)
    returnFocus()
  }

  return (
    <>
      <Menu
        position="bottom-end"
        width="min(15rem, 96vw)"
        loop={false}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        returnFocus={false}
        onClose={returnFocus}
        classNames={{ item: classes.item }}
      >
        <Menu.Target>
          <IconButton ref={button} className={classes.avatar} aria-label={`${name}’s account menu`}>
            <Avatar small />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.greeting}>Hello, {name}</Menu.Label>
          <Menu.Item onClick={() => open('request')}>Request a Channel</Menu.Item>
          <Menu.Item component="a" href={configuration.links.rate} target="_blank" rel="noopener noreferrer">
            Rate Us
          </Menu.Item>
          <Menu.Item onClick={() => open('apps')}>Download Apps</Menu.Item>
          <Menu.Item component={Link} to={paths.viewProfile()}>
            Profile
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => open('logout')}>Logout</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened ? (
        <DialogErrorBoundary key={opened.nth} onClose={close}>
          <Suspense fallback={<div className={classes.dialogLoading} role="status" aria-label="Loading" />}>
            <opened.Dialog onClose={close} />
          </Suspense>
        </DialogErrorBoundary>
      ) : null}
    </>
  )
}
