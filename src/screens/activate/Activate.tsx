import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { type deviceApprovalMachine } from '../../../machines/deviceApproval.ts'
import { type RequestingDevice } from '../../../machines/deviceApproval.setup.ts'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { deviceName, signedInText } from '../../features/device/deviceText.ts'
import { Actions } from '../../ui/Actions.tsx'
import { Button } from '../../ui/Button.tsx'
import { useMachineForm } from '../../ui/forms/useMachineForm.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { TextInput } from '../../ui/TextInput.ts'
import classes from './Activate.module.css'
import { provideDeviceApproval } from './provide.ts'

type Actor = ActorRefFrom<typeof deviceApprovalMachine>
type Value = SnapshotFrom<typeof deviceApprovalMachine>['value']
type State = Value extends infer Each ? (Each extends string ? Each : keyof Each) : never

const enterCode = ['Sign in on a television', 'Enter the code that your television shows.'] as const
const confirmDevice = ['Sign in this device?', ''] as const

/** The heading and the subtitle of each state. */
const headings = {
  opened: enterCode,
  entering: enterCode,
  checking: enterCode,
  locked: ['Sign in on a television', ''],
  confirming: confirmDevice,
  approving: confirmDevice,
  denying: confirmDevice,
  approved: ['Your television is signed in', 'It opens by itself in a few seconds.'],
  denied: ['Not signed in', 'We didn’t sign the television in. Its code no longer works.'],
} as const satisfies Record<State, readonly [heading: string, subtitle: string]>

/** The page of a phone: the code of a television is entered and approved. */
export function Component() {
  const root = useRoot()
  const [machine] = useState(() => provideDeviceApproval(root))
  const { search } = useLocation()
  const [prefilled] = useState(() => new URLSearchParams(search).get('user_code') ?? '')
  const actor = useActorRef(machine, { input: { code: prefilled } })
  const state = useSelector(actor, ({ value }): State =>
    typeof value === 'string' ? value : 'entering' in value ? 'entering' : 'confirming',
  )
  const message = useSelector(actor, ({ context }) => context.message)
  const role = useSelector(root.session, ({ context }) => context.role)
  const [heading, subtitle] = headings[state]
  const isForm = state === 'entering' || state === 'checking' || state === 'opened'

  return (
    <div className={classes.page}>
      <PageHeading key={heading} subtitle={subtitle} focus={!isForm}>
        {heading}
      </PageHeading>
      {isForm ? <CodeForm actor={actor} prefilled={prefilled} /> : null}
      {state === 'locked' ? <Notice tone="wrong">{message}</Notice> : null}
      {state === 'confirming' || state === 'approving' || state === 'denying' ? (
        <Confirmation actor={actor} state={state} message={message} isGuest={role === 'guest'} />
      ) : null}
      {state === 'approved' ? (
        <Result actor={actor} label="Sign in another television">
          {role === 'guest' ? (
            <Button renderRoot={(props) => <Link to={paths.packages()} {...props} />}>Choose a plan</Button>
          ) : hasFeature(root.configuration, 'devices') ? (
            <Link to={paths.devices()}>Your devices</Link>
          ) : null}
        </Result>
      ) : null}
      {state === 'denied' ? <Result actor={actor} label="Enter another code" /> : null}
    </div>
  )
}

function CodeForm({ actor, prefilled }: { actor: Actor; prefilled: string }) {
  const message = useSelector(actor, ({ context }) => context.message)
  const sent = useSelector(actor, ({ context }) => context.userCode)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const errors = useMemo(() => (message ? { code: message } : {}), [message])
  const { formProps, getFieldProps } = useMachineForm({
    initialValues: { code: sent || prefilled },
    errors,
    onSubmit: ({ code }) => actor.send({ type: 'code.submit', code }),
    onEdit: () => actor.send({ type: 'code.edit' }),
  })
  return (
    <form {...formProps} className={classes.form} aria-busy={busy}>
      <TextInput
        {...getFieldProps('code')}
        classNames={{ input: classes.input ?? '' }}
        label="Code"
        description="8 letters, for example WDJB-MJHT"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        autoFocus
        aria-required
      />
      <Button type="submit" loading={busy}>
        Continue
      </Button>
    </form>
  )
}

function Confirmation({
  actor,
  state,
  message,
  isGuest,
}: {
  actor: Actor
  state: 'confirming' | 'approving' | 'denying'
  message: string
  isGuest: boolean
}) {
  const { configuration, session } = useRoot()
  const code = useSelector(actor, ({ context }) => context.userCode)
  const device = useSelector(actor, ({ context }) => context.device)
  const user = useSelector(session, ({ context }) => context.user)
  const busy = state !== 'confirming'
  return (
    <section className={classes.confirmation} aria-label={confirmDevice[0]} aria-busy={busy}>
      <p className={classes.code}>{code}</p>
      {device ? (
        <DeviceFacts device={device} locale={configuration.money.locale} account={user?.user_email ?? ''} />
      ) : null}
      <p className={classes.warning}>
        Continue only if a television in front of you shows this code. Don’t continue if someone sent it to you.
      </p>
      {isGuest ? (
        <Notice tone="unsure">You don’t have an active plan. The television plays channels once you have one.</Notice>
      ) : null}
      <div>
        <div className={classes.message}>
          <Notice tone="wrong">{message}</Notice>
        </div>
        <Actions stretch>
          <Button
            loading={state === 'approving'}
            disabled={busy}
            onClick={() => actor.send({ type: 'device.approve' })}
          >
            Sign in
          </Button>
          <Button
            variant="default"
            loading={state === 'denying'}
            disabled={busy}
            onClick={() => actor.send({ type: 'device.deny' })}
          >
            Don’t sign in
          </Button>
        </Actions>
      </div>
      <TextButton disabled={busy} onClick={() => actor.send({ type: 'code.change' })}>
        Enter another code
      </TextButton>
    </section>
  )
}

function DeviceFacts({ device, locale, account }: { device: RequestingDevice; locale: string; account: string }) {
  const facts = [
    ['Device', deviceName(device.userAgent)],
    ['IP address', device.ipAddress],
    ['Requested', signedInText(device.requestedAt, locale)],
    ['Your account', account],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, fact]) => fact !== '')
        .map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  )
}

function Result({ actor, label, children }: { actor: Actor; label: string; children?: ReactNode }) {
  return (
    <Actions className={classes.actions}>
      {children}
      <Button variant="default" onClick={() => actor.send({ type: 'code.change' })}>
        {label}
      </Button>
    </Actions>
  )
}
