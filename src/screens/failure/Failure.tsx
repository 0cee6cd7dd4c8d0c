import { useSelector } from '@xstate/react'
import { useRouteError } from 'react-router-dom'
import { useRoot } from '../../root.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './Failure.module.css'

/** How the browsers say that a part of the application could not be fetched. */
const missingPart = /dynamically imported module|importing a module script|error loading|Unable to preload/i

const reload = () => window.location.reload()

/** In place of the router's own error page. It reloads when it is asked to, never by itself: so it can't go round. */
export function Crash() {
  const error = useRouteError()
  const isPart = error instanceof Error && missingPart.test(error.message)
  return (
    <main className={classes.page}>
      <PageHeading
        lead={
          isPart
            ? 'A part of this page could not be loaded. There may be a newer version, or the line is down.'
            : 'Something in this page broke. Your account and your subscription are not touched by it.'
        }
      >
        {isPart ? 'This page needs a reload' : 'Unexpected Application Error!'}
      </PageHeading>
      <Button onClick={reload}>Reload</Button>
    </main>
  )
}

/** Signed in before, but nobody could be asked: it is tried again by itself, and at once with Retry. */
export function Unreached() {
  const { session } = useRoot()
  const canRetry = useSelector(session, (snapshot) => snapshot.can({ type: 'session.retry' }))
  return (
    <main className={classes.page}>
      <PageHeading lead="We could not reach the service to see who you are. We go on trying; you stay signed in.">
        No connection
      </PageHeading>
      <Button disabled={!canRetry} onClick={() => session.send({ type: 'session.retry' })}>
        Retry
      </Button>
    </main>
  )
}
