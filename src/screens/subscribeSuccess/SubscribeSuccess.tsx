import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Button } from '../../ui/Button.ts'
import { hasPaid } from './provide.ts'

/** Confirms a payment made in this browser. Without one, redirects to the profile. */
export function Component() {
  const { session } = useRoot()
  const userId = useSelector(session, ({ context }) => context.user?.ID ?? 0)
  const [isPaid] = useState(() => hasPaid(window, userId))
  if (!isPaid) return <Navigate to={paths.profile()} replace />
  return (
    <>
      <PageHeading subtitle="Your payment has been successfully processed. You can now access all the premium content.">
        Payment Successful
      </PageHeading>
      <Button renderRoot={(props) => <Link to={paths.profile()} {...props} />}>Go to Profile</Button>
    </>
  )
}
