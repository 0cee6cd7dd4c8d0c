import { PageLink, useNavigation } from '../../app/navigation.tsx'
import { parseLocationState, paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './SignIn.module.css'

/** The link to the page that signs in by a code. On a television it comes first. */
export function CodeLink({ isFirst = false }: { isFirst?: boolean }) {
  const { from } = parseLocationState(useNavigation().location.state)
  const target = { to: paths.signInWithCode(), state: from ? { from } : null }
  return isFirst ? (
    <div className={classes.code}>
      <p>No keyboard? Use your phone.</p>
      <Button
        fullWidth
        variant="default"
        data-initial-focus
        renderRoot={(props) => <PageLink {...target} {...props} />}
      >
        Sign in with a code
      </Button>
    </div>
  ) : (
    <p className={classes.codeLink}>
      On a television? <PageLink {...target}>Sign in with a code</PageLink>
    </p>
  )
}
