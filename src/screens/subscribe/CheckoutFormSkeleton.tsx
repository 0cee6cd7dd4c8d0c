import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './Subscribe.module.css'

/** What is under the heading until the plan has loaded. */
export const loadingSubtitle = 'Choose how to pay. Your plan starts right away.'

/** The place of the payment methods and the form. */
export const CheckoutFormSkeleton = () => (
  <div className={classes.form} role="status" aria-label="Loading the plan">
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
  </div>
)
