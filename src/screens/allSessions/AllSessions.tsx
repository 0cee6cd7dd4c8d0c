import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { type ListedSession } from '../../../machines/sessions.ts'
import { describeDevice, deviceName, signedInText } from '../../features/device/deviceText.ts'
import { useRoot } from '../../app/root.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.ts'
import { provideSessions } from './provide.ts'
import classes from './AllSessions.module.css'

/** The devices that are signed in to the account, with a button to sign each of them out. */
export function Component() {
  const root = useRoot()
  const [machine] = useState(() => provideSessions(root))
  const actor = useActorRef(machine)
  const sessions = useSelector(actor, ({ context }) => context.sessions)
  const ending = useSelector(actor, ({ context }) => context.ending)
  const message = useSelector(actor, ({ context }) => context.message)
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'list.retry' }))
  const canEndSession = useSelector(actor, (snapshot) =>
    snapshot.context.sessions.some(({ id }) => snapshot.can({ type: 'session.end', id })),
  )
  const canEndOthers = useSelector(actor, (snapshot) => snapshot.can({ type: 'otherSessions.end' }))
  const listState = typeof value === 'object' ? value.listed : undefined
  const others = sessions.filter(({ current }) => !current).length
  const retry = () => actor.send({ type: 'list.retry' })
  const cancel = () => actor.send({ type: 'otherSessions.cancel' })
  const isAsking = listState === 'confirming' || listState === 'endingOthers'

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
          <ul className={classes.sessions} aria-label="Devices">
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                locale={root.configuration.money.locale}
                busy={ending === session.id}
                isLocked={!canEndSession}
                onEnd={() => actor.send({ type: 'session.end', id: session.id })}
              />
            ))}
          </ul>
          {others > 0 ? (
            <Button
              variant="default"
              disabled={!canEndOthers}
              onClick={() => actor.send({ type: 'otherSessions.end' })}
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
              <Button loading={busy} onClick={() => actor.send({ type: 'otherSessions.confirm' })}>
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
  session,
  locale,
  busy,
  isLocked,
  onEnd,
}: {
  session: ListedSession
  locale: string
  busy: boolean
  isLocked: boolean
  onEnd: () => void
}) {
  const { device } = describeDevice(session.userAgent)
  const since = signedInText(session.signedInAt, locale)
  return (
    <li className={classes.session}>
      <div>
        <h2 className={classes.device}>
          {deviceName(session.userAgent)}
          {session.current ? <span className={classes.mark}>This device</span> : null}
        </h2>
        <p className={classes.facts}>
          {session.ipAddress ? <span>{session.ipAddress}</span> : null}
          {since ? <span>Signed in {since}</span> : null}
        </p>
        <p className={classes.agent}>{session.userAgent}</p>
      </div>
      {session.current ? null : (
        <Button
          variant="default"
          loading={busy}
          disabled={isLocked && !busy}
          aria-label={`Sign out: ${device}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
