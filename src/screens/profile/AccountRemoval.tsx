import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type PaidTime } from '../../../machines/accountRemoval.ts'
import { daysText, timeLeftText } from '../../features/plan/CurrentPlanNotice.tsx'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { provideAccountRemoval } from './provide.ts'
import classes from './Profile.module.css'

/** What the account's end costs the member. */
const paidTimeText = ({ plan, end, days }: PaidTime): string =>
  `${timeLeftText({ plan, end })} If you delete your account now, you lose ${
    days === undefined ? 'it' : daysText(days)
  } without a refund.`

/** Deletes the account after a question. The link in an email completes it. */
export function AccountRemoval() {
  const root = useRoot()
  const [machine] = useState(() => provideAccountRemoval(root))
  const actor = useActorRef(machine)
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const { email, plan, paidTime, message } = useSelector(actor, ({ context }) => context)
  const user = useSelector(root.session, ({ context }) => context.user)
  const cancel = () => actor.send({ type: 'removal.cancel' })

  return (
    <section className={classes.section} aria-labelledby="removal">
      <h2 id="removal">Delete account</h2>
      {value === 'requested' ? null : (
        <>
          <p className={classes.quiet}>
            Deletes your account with your personal details, favorites and billing history. Cancel an active plan first.
          </p>
          <p>
            <Button variant="default" onClick={() => actor.send({ type: 'removal.ask' })}>
              Delete account
            </Button>
          </p>
        </>
      )}
      <Notice tone="done">
        {value === 'requested'
          ? `Check your email. We sent a link to ${email}. Your account is deleted when you open it.`
          : null}
      </Notice>
      {value === 'confirming' || value === 'losingTime' || value === 'requesting' ? (
        <Dialog
          title="Delete your account?"
          busy={busy}
          onClose={cancel}
          actions={
            <>
              <Button variant="default" disabled={busy} onClick={cancel}>
                Cancel
              </Button>
              <Button loading={busy} onClick={() => actor.send({ type: 'removal.confirm' })}>
                {value === 'losingTime' ? 'Send link anyway' : 'Send link'}
              </Button>
            </>
          }
        >
          <p>
            We’ll email a link to {user?.user_email}. When you open it, your personal details, favorites and billing
            history are deleted. You can’t undo this.
          </p>
          <Notice tone="unsure">{paidTime ? paidTimeText(paidTime) : null}</Notice>
          <Notice tone="wrong">{message}</Notice>
        </Dialog>
      ) : null}
      {value === 'planRunning' ? (
        <Dialog
          title="Cancel your plan first"
          onClose={cancel}
          actions={
            <>
              <Button variant="default" onClick={cancel}>
                Not now
              </Button>
              <Button renderRoot={(props) => <Link to={`${paths.profile()}#membership`} {...props} />} onClick={cancel}>
                Go to your plan
              </Button>
            </>
          }
        >
          <p>
            {plan ? `Your ${plan} plan` : 'Your plan'} is still active and will renew. Cancel it, then delete your
            account.
          </p>
        </Dialog>
      ) : null}
    </section>
  )
}
