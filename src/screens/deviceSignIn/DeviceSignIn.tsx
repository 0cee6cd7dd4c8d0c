import { useActorRef, useSelector } from '@xstate/react'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type SnapshotFrom } from 'xstate'
import { type DeviceCode, type deviceSignInMachine } from '../../../machines/deviceSignIn.ts'
import { parseLocationState, paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './DeviceSignIn.module.css'
import { provideDeviceSignIn } from './provide.ts'

type Value = SnapshotFrom<typeof deviceSignInMachine>['value']
type State = Extract<Value, string> | keyof Extract<Value, object>
type Ended = 'expired' | 'denied' | 'failed'

/** What stands in place of the code: title, text and button. */
const endings = {
  expired: ['This code has expired', 'Codes work for a few minutes.', 'Get a new code'],
  denied: ['Not signed in', 'The sign-in was denied on your phone.', 'Get a new code'],
  failed: ['We couldn’t sign you in', '', 'Try again'],
} as const satisfies Record<Ended, readonly [title: string, text: string, button: string]>

/** The line under the code. */
const statusTexts = {
  requesting: 'Getting a code…',
  showing: 'Waiting for your phone…',
  signingIn: 'Approved. Signing you in…',
  signedIn: 'Approved. Signing you in…',
  expired: '',
  denied: '',
  failed: '',
} as const satisfies Record<State, string>

const isEnded = (state: State): state is Ended => Object.hasOwn(endings, state)

/** A URL without its protocol, as people type it. */
const shortAddress = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** The page of a television: a code, and where to enter it. */
export function Component() {
  const root = useRoot()
  const { brand } = root.configuration
  const [machine] = useState(() => provideDeviceSignIn(root))
  const actor = useActorRef(machine)
  const state = useSelector(actor, ({ value }): State => (typeof value === 'string' ? value : 'showing'))
  const code = useSelector(actor, ({ context }) => context.code)
  const message = useSelector(actor, ({ context }) => context.message)
  const isUnreachable = useSelector(actor, (snapshot) => snapshot.hasTag('unreachable'))
  const { from } = parseLocationState(useLocation().state)

  return (
    <main className={classes.page}>
      <Logo name={brand.name} />
      <div className={classes.body}>
        <div className={classes.steps}>
          <PageHeading focus={!isEnded(state)}>Sign in with your phone</PageHeading>
          {isEnded(state) ? (
            <Ending
              key={state}
              state={state}
              message={message}
              onRequest={() => actor.send({ type: 'code.request' })}
            />
          ) : (
            <Steps code={code} />
          )}
          <div className={classes.status}>
            <Notice tone={isUnreachable ? 'unsure' : 'plain'}>
              {isUnreachable ? 'No connection. We keep trying, and your code stays the same.' : statusTexts[state]}
            </Notice>
          </div>
          <p>
            <Link to={paths.signIn()} state={from ? { from } : null} className={classes.password} data-initial-focus>
              Sign in with a password
            </Link>
          </p>
        </div>
        <div className={classes.picture}>
          {code && !isEnded(state) ? (
            <QrCode text={code.link} label={`QR code of ${shortAddress(code.address)}`} />
          ) : state === 'requesting' ? (
            <Skeleton ratio="1" />
          ) : null}
        </div>
      </div>
    </main>
  )
}

/** How to use the code. Before it is known, its place is kept. */
function Steps({ code }: { code: DeviceCode | undefined }) {
  return (
    <ol className={classes.list}>
      <Step text="Scan the QR code with your phone, or go to">
        <span className={classes.address}>{code ? shortAddress(code.address) : <Skeleton height="1lh" />}</span>
      </Step>
      <Step text="Sign in there with this code">
        {code ? (
          <>
            <span className={classes.code} aria-hidden="true">
              {code.userCode}
            </span>
            <span className="visually-hidden">{[...code.userCode].join(' ')}</span>
          </>
        ) : (
          <span className={classes.code}>
            <Skeleton height="1lh" width="9ch" />
          </span>
        )}
      </Step>
    </ol>
  )
}

const Step = ({ text, children }: { text: string; children: ReactNode }) => (
  <li className={classes.step}>
    <span>{text}</span>
    {children}
  </li>
)

function Ending({ state, message, onRequest }: { state: Ended; message: string; onRequest: () => void }) {
  const [title, text, button] = endings[state]
  return (
    <section className={classes.ending} role="alert">
      <h2>{title}</h2>
      <p>{message || text}</p>
      <Button onClick={onRequest} autoFocus>
        {button}
      </Button>
    </section>
  )
}
