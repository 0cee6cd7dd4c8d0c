import classes from './Shell.module.css'

/** The skeleton of a screen that has none of its own. */
export function ScreenSkeleton() {
  return (
    <>
      <div className={classes.headingSkeleton} />
      <div className={classes.contentSkeleton} />
    </>
  )
}
