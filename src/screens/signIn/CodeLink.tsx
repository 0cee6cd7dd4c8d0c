import { Link, useLocation } from 'react-router-dom'
import { parseLocationState, paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.ts'
import classes from './SignIn.module.css'

/** The link to the page that signs in by a code. On a television it comes first. */
export function CodeLink({ isFirst = false }: { isFirst?: boolean }) {
  const { from } = parseLocationState(useLocation().state)
  const target = { to: paths.signInWithCode(), state: from ? { from } : null }
  return isFirst ? (
    <div className={classes.code}>
      <p>No keyboard? Use your phone.</p>
      <Button fullWidth variant="default" data-initial-focus renderRoot={(props) => <Link {...target} {...props} />}>
        Sign in with a code
      </Button>
    </div>
  ) : (
    <p className={classes.codeLink}>
      On a television? <Link {...target}>Sign in with a code</Link>
    </p>
  )
}
