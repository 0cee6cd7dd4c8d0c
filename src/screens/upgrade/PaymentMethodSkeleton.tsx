import { PayBar } from '../../features/checkout/PayBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './Upgrade.module.css'

/** The places of a member's warning, of the saved card or the choices, and of what is below them. Their sizes are in the style sheet. */
export function PaymentMethodSkeleton({ isMember }: { isMember: boolean }) {
  return (
    <>
      {isMember ? (
        <div className={classes.warning}>
          <Skeleton />
        </div>
      ) : null}
      <div className={`${classes.method} ${classes.loading}`} role="status" aria-label="Loading the plan">
        <Skeleton />
        <PayBar>
          <div>
            <Skeleton />
          </div>
        </PayBar>
      </div>
    </>
  )
}
