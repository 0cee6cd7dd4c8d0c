import { useSelector } from '@xstate/react'
import { useRouteError } from 'react-router-dom'
import { useRoot } from '../../app/root.tsx'
import { useHeldSubmit } from '../../ui/forms/useHeldSubmit.ts'
import { StandalonePage } from '../../ui/StandalonePage.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './ErrorPages.module.css'

/** The browsers' error texts for a chunk that fails to load. */
const chunkLoadFailure = /dynamically imported module|importing a module script|error loading|Unable to preload/i

const reload = () => window.location.reload()

/** Replaces the router's error page outside the shell. */
export function RouteErrorPage() {
  const { configuration } = useRoot()
  // A prerendered page may have failed. Its form is gone.
  useHeldSubmit()
  return (
    <StandalonePage brand={configuration.brand.name}>
      <RouteError />
    </StandalonePage>
  )
}

/** Replaces a screen of the shell. It reloads only when the user asks, so it cannot loop. */
export function RouteError() {
  const { configuration } = useRoot()
  const error = useRouteError()
  const isChunkMissing = error instanceof Error && chunkLoadFailure.test(error.message)
  return (
    <>
      <PageHeading
        subtitle={
          isChunkMissing
            ? `${configuration.brand.name} may have been updated, or you may be offline.`
            : 'Something went wrong on this page. Your account and plan aren’t affected.'
        }
      >
        {isChunkMissing ? 'Reload to continue' : 'Unexpected Application Error!'}
      </PageHeading>
      <Button variant="default" onClick={reload}>
        Reload
      </Button>
    </>
  )
}

/** The tokens are stored, but the host is unreachable. The session retries; Try again does so at once. */
export function UnreachablePage() {
  const { session, configuration } = useRoot()
  const isChecking = useSelector(session, (snapshot) => snapshot.matches('restoring'))
  const canRetry = useSelector(session, (snapshot) => snapshot.can({ type: 'session.retry' }))
  return (
    <StandalonePage brand={configuration.brand.name}>
      <PageHeading subtitle="You’re still signed in and we’ll keep trying.">
        We can’t reach {configuration.brand.name}
      </PageHeading>
      <div className={classes.retry}>
        <Button variant="default" disabled={!canRetry} onClick={() => session.send({ type: 'session.retry' })}>
          Try again
        </Button>
        <span role="status">{isChecking ? 'Connecting…' : ''}</span>
      </div>
    </StandalonePage>
  )
}
