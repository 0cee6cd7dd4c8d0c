import { useEffect, useRef } from 'react'
import { Actions } from '../../ui/Actions.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './ChannelRequest.module.css'

/**
 * The message of a sent request, with the countdown to the reload and buttons to reload now or to stay. Render it
 * without a message first: screen readers announce only changes of a live region.
 */
export function RequestSent({
  message,
  secondsLeft,
  position,
  onReload,
  onStay,
}: {
  /** '' until the request is sent. */
  message: string
  secondsLeft: number
  /** `bar`: under the top bar. `page`: in place of the form, where it takes the focus. */
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
