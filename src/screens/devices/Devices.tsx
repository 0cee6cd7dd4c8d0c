import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { type Device } from '../../../machines/devices.ts'
import { describeDevice, deviceName, signedInText } from '../../features/device/deviceText.ts'
import { useHostReturn } from '../../app/hostReturn.ts'
import { useRoot } from '../../app/root.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LongList } from '../../ui/LongList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { provideDevices } from './provide.ts'
import classes from './Devices.module.css'

/** The devices that are signed in to the account, with a button to sign each of them out. */
export function Component() {
  const root = useRoot()
  const [machine] = useState(() => provideDevices(root))
  const actor = useActorRef(machine)
  const devices = useSelector(actor, ({ context }) => context.devices)
  const signingOutId = useSelector(actor, ({ context }) => context.signingOutId)
  const message = useSelector(actor, ({ context }) => context.message)
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'list.retry' }))
  const canSignOut = useSelector(actor, (snapshot) => {
    const other = snapshot.context.devices.find(({ current }) => !current)
    return other !== undefined && snapshot.can({ type: 'device.signOut', id: other.id })
  })
  const canSignOutOthers = useSelector(actor, (snapshot) => snapshot.can({ type: 'otherDevices.signOut' }))
  const listState = typeof value === 'object' ? value.listed : undefined
  const others = devices.filter(({ current }) => !current).length
  const retry = () => actor.send({ type: 'list.retry' })
  useHostReturn(value === 'failed', retry)
  const cancel = () => actor.send({ type: 'otherDevices.cancel' })
  const isAsking = listState === 'confirming' || listState === 'signingOutOthers'

  return (
    <>
      <PageHeading subtitle="Devices signed in to your account.">Your devices</PageHeading>
      {value === 'loading' ? (
        <div className={classes.skeleton} role="status" aria-label="Loading devices">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height="4.5rem" />
          ))}
        </div>
      ) : null}
      {value === 'failed' ? (
        <FailureNotice title="We couldn’t load your devices" message={message} onRetry={retry} />
      ) : null}
      {listState ? (
        <>
          <div className={message ? classes.notice : undefined}>
            <Notice tone={listState === 'outcomeUnknown' ? 'unsure' : 'plain'}>
              {message ? (
                <span className={classes.text}>
                  {message}
                  {canRetry ? (
                    <Button variant="default" onClick={retry}>
                      Try again
                    </Button>
                  ) : null}
                </span>
              ) : null}
            </Notice>
          </div>
          <LongList
            label="Devices"
            items={devices}
            itemHeight={113}
            className={classes.devices}
            itemClassName={classes.row}
            keyOf={({ id }) => id}
            render={(device) => (
              <Row
                device={device}
                locale={root.configuration.money.locale}
                busy={signingOutId === device.id}
                isLocked={!canSignOut}
                onSignOut={() => actor.send({ type: 'device.signOut', id: device.id })}
              />
            )}
          />
          {others > 0 ? (
            <Button
              variant="default"
              disabled={!canSignOutOthers}
              onClick={() => actor.send({ type: 'otherDevices.signOut' })}
            >
              Sign out all other devices
            </Button>
          ) : (
            <p className={classes.noOthers}>You’re not signed in on any other device.</p>
          )}
        </>
      ) : null}
      {isAsking ? (
        <Dialog
          title="Sign out all other devices?"
          busy={busy}
          onClose={cancel}
          actions={
            <>
              <Button variant="default" disabled={busy} onClick={cancel}>
                Cancel
              </Button>
              <Button loading={busy} onClick={() => actor.send({ type: 'otherDevices.confirm' })}>
                Sign out
              </Button>
            </>
          }
        >
          <p>
            {others === 1 ? '1 other device' : `${others} other devices`} will be signed out. This one stays signed in.
          </p>
        </Dialog>
      ) : null}
    </>
  )
}

function Row({
  device,
  locale,
  busy,
  isLocked,
  onSignOut,
}: {
  device: Device
  locale: string
  busy: boolean
  isLocked: boolean
  onSignOut: () => void
}) {
  const { device: name } = describeDevice(device.userAgent)
  const since = signedInText(device.signedInAt, locale)
  return (
    <>
      <div>
        <h2 className={classes.name}>
          {deviceName(device.userAgent)}
          {device.current ? <span className={classes.mark}>This device</span> : null}
        </h2>
        <p className={classes.facts}>
          {device.ipAddress ? <span>{device.ipAddress}</span> : null}
          {since ? <span>Signed in {since}</span> : null}
        </p>
        {device.userAgent ? (
          <details>
            <summary className={classes.opener} aria-label={`Details: ${name}`}>
              Details
            </summary>
            <p className={classes.agent}>{device.userAgent}</p>
          </details>
        ) : null}
      </div>
      {device.current ? null : (
        <Button
          variant="default"
          loading={busy}
          disabled={isLocked && !busy}
          aria-label={`Sign out: ${name}`}
          onClick={onSignOut}
        >
          Sign out
        </Button>
      )}
    </>
  )
}
