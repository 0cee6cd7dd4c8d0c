import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/pieces/Button.ts'
import { screenNotices, screenStateOf, type PlayerSnapshot } from './playerStates.ts'
import classes from './Video.module.css'

/** Words in the place of the picture, with a way on. `onRetry` asks again; undefined where that can't help. */
export function ScreenNotice({ snapshot, onRetry }: { snapshot: PlayerSnapshot; onRetry: () => void }) {
  const screen = screenStateOf(snapshot)
  const notice = screen && screenNotices[screen]
  const container = useRef<HTMLDivElement>(null)
  // Whoever was on a control that went away is taken to the words, not to the top of the page.
  useEffect(() => {
    if (notice && container.current && document.activeElement === document.body) container.current.focus()
  }, [notice])
  if (!notice) return null
  const canRetry = snapshot.can({ type: 'player.retry' })
  return (
    <div className={classes.notice} ref={container} tabIndex={-1} role="alert">
      <h2>{notice.title}</h2>
      <p>{notice.text(snapshot)}</p>
      <div className={classes.actions}>
        {screen === 'lapsed' ? (
          <Button component={Link} to={paths.packages()}>
            See the plans
          </Button>
        ) : null}
        {screen === 'engineMissing' ? <Button onClick={() => location.reload()}>Reload the page</Button> : null}
        {canRetry ? (
          <Button variant="default" onClick={onRetry}>
            {screen === 'offAir' ? 'Look again' : 'Try again'}
          </Button>
        ) : null}
        {screen === 'lapsed' ? null : (
          <Button
            component={Link}
            to={paths.home()}
            {...(canRetry ? { variant: 'subtle', color: 'ink' } : { variant: 'default' })}
          >
            All channels
          </Button>
        )}
      </div>
    </div>
  )
}
