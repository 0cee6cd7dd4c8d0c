import { changeTypeLabels, type ChangeType } from './changeType.ts'
import classes from './Upgrade.module.css'

/** The heading on a wide screen. While the plan is unknown, its second line keeps its place. */
export function WideHeading({
  type,
  plan,
  isLoading,
}: {
  type: ChangeType
  plan: string | undefined
  isLoading: boolean
}) {
  const start = `${changeTypeLabels(type).plan} Plan`
  const end = ` - Your subscription is set to the ${plan ?? 'plan'}`
  if (plan !== undefined) return start + end
  return (
    <>
      {start}
      {isLoading ? <span className={classes.reserved}>{end}</span> : null}
    </>
  )
}
