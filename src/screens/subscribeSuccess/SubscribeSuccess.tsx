import { useSelector } from '@xstate/react'
import { useState, type ReactNode } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Receipt } from '../../features/receipt/Receipt.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Button } from '../../ui/Button.tsx'
import { findPurchase } from './provide.ts'
import classes from './SubscribeSuccess.module.css'

/** Confirms a payment made in this browser, also after a reload. Without one, redirects to the profile. */
export function Component() {
  const { session } = useRoot()
  const userId = useSelector(session, ({ context }) => context.user?.ID ?? 0)
  const [purchase] = useState(() => findPurchase(window, userId))
  if (!purchase) return <Navigate to={paths.profile()} replace />
  return (
    <Success>
      <Receipt purchase={purchase} />
    </Success>
  )
}

/** The confirmation around a receipt. Until a payment is known, its texts only keep their place. */
export function Success({ isKnown = true, children }: { isKnown?: boolean; children: ReactNode }) {
  const show = (text: string) => (isKnown ? text : <span className={classes.unknown}>{text}</span>)
  return (
    <>
      <PageHeading
        subtitle={show('Your payment has been successfully processed. You can now access all the premium content.')}
      >
        {show('Payment Successful')}
      </PageHeading>
      <div className={classes.content}>
        {children}
        <Actions stretch>
          <Button renderRoot={(props) => <Link to={paths.home()} {...props} />}>Start watching</Button>
          <Button variant="default" renderRoot={(props) => <Link to={paths.profile()} {...props} />}>
            Go to Profile
          </Button>
        </Actions>
      </div>
    </>
  )
}
