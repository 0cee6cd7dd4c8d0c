import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/pieces/Button.ts'
import { notices, screenOf, type PlayerSnapshot } from './states.ts'
import classes from './Video.module.css'

/** Words in the place of the picture, with a way on. `onRetry` asks again; undefined where that can't help. */
export function ScreenNotice({ snapshot, onRetry }: { snapshot: PlayerSnapshot; onRetry: () => void }) {
  const screen = screenOf(snapshot)
  const notice = screen && notices[screen]
  const place = useRef<HTMLDivElement>(null)
  // Whoever was on a control that went away is taken to the words, not to the top of the page.
  useEffect(() => {
    if (notice && place.current && document.activeElement === document.body) place.current.focus()
  }, [notice])
  if (!notice) return null
  const again = snapshot.can({ type: 'player.retry' })
  return (
    <div className={classes.notice} ref={place} tabIndex={-1} role="alert">
      <h2>{notice.title}</h2>
      <p>{notice.words(snapshot)}</p>
      <div className={classes.ways}>
        {screen === 'lapsed' ? (
          <Button component={Link} to={paths.packages()}>
            See the plans
          </Button>
        ) : null}
        {screen === 'engineMissing' ? <Button onClick={() => location.reload()}>Reload the page</Button> : null}
        {again ? (
          <Button variant="default" onClick={onRetry}>
            {screen === 'offAir' ? 'Look again' : 'Try again'}
          </Button>
        ) : null}
        {screen === 'lapsed' ? null : (
          <Button
            component={Link}
            to={paths.home()}
            {...(again ? { variant: 'subtle', color: 'ink' } : { variant: 'default' })}
          >
            All channels
          </Button>
        )}
      </div>
    </div>
  )
}
