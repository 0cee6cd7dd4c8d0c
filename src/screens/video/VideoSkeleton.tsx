import frameClasses from './PlayerFrame.module.css'
import classes from './Video.module.css'

/** The picture of the video screen before its code has loaded. */
export function Component() {
  return (
    <div className={`dark ${classes.screen}`}>
      <div className={frameClasses.frame} />
    </div>
  )
}
