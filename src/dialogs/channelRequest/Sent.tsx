import { useEffect, useRef } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import classes from './ChannelRequest.module.css'

/**
 * The request arrived: what is said, the seconds until the page reloads, and how to have that at once or not at all.
 * Render it before there is a message: its region has to be in the page for the words to be read out.
 */
export function Sent({
  message,
  left,
  place,
  onReload,
  onStay,
}: {
  /** '' until the request has arrived. */
  message: string
  left: number
  /** Under the top bar, or where the form stood on its page, whose focus it then takes. */
  place: 'bar' | 'page'
  onReload: () => void
  onStay: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  const isSaid = message !== ''
  useEffect(() => {
    if (isSaid && place === 'page') frame.current?.focus()
  }, [isSaid, place])
  return (
    <div ref={frame} tabIndex={-1} className={isSaid ? `${classes.said} ${classes[place]}` : classes[place]}>
      <Notice tone="done">{message}</Notice>
      {isSaid ? (
        <div className={classes.after}>
          <p role="timer">
            This page reloads in <span className="figures">{left}</span> {left === 1 ? 'second' : 'seconds'}.
          </p>
          <div className={classes.choice}>
            <Button variant="default" onClick={onReload}>
              Reload now
            </Button>
            <Button variant="default" onClick={onStay}>
              Stay
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
