import { useEffect, useRef } from 'react'
import { Actions } from '../../ui/Actions.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import classes from './ChannelRequest.module.css'

/**
 * The request arrived: what is said, the seconds until the page reloads, and how to have that at once or not at all.
 * Render it before there is a message: its region has to be in the page for the words to be read out.
 */
export function RequestSent({
  message,
  secondsLeft: secondsLeft,
  position: position,
  onReload,
  onStay,
}: {
  /** '' until the request has arrived. */
  message: string
  secondsLeft: number
  /** Under the top bar, or where the form stood on its page, whose focus it then takes. */
  position: 'bar' | 'page'
  onReload: () => void
  onStay: () => void
}) {
  const container = useRef<HTMLDivElement>(null)
  const hasMessage = message !== ''
  useEffect(() => {
    if (hasMessage && position === 'page') container.current?.focus()
  }, [hasMessage, position])
  return (
    <div
      ref={container}
      tabIndex={-1}
      className={hasMessage ? `${classes.shown} ${classes[position]}` : classes[position]}
    >
      <Notice tone="done">{message}</Notice>
      {hasMessage ? (
        <div className={classes.countdown}>
          <p role="timer">
            Refreshing in <span className="figures">{secondsLeft}</span> {secondsLeft === 1 ? 'second' : 'seconds'}
          </p>
          <Actions className={classes.choices}>
            <Button variant="default" onClick={onReload}>
              Refresh now
            </Button>
            <Button variant="default" onClick={onStay}>
              Stay on this page
            </Button>
          </Actions>
        </div>
      ) : null}
    </div>
  )
}
