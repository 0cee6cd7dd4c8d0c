import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { Link } from 'react-router-dom'
import { primaryCard } from '../../billing/primaryCard.ts'
import { CardLine } from '../../features/savedCard/CardLine.tsx'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { profileQueries } from './provide.ts'
import classes from './Profile.module.css'

/** The card that pays by default, with its brand. */
export function DefaultCard() {
  const root = useRoot()
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const { data, error, isFetching, refetch } = useQuery(profileQueries(root, userId).cards)
  const card = data && primaryCard(data)
  return (
    <section className={classes.section} aria-labelledby="defaultCard">
      <h2 id="defaultCard">Default card</h2>
      {data ? (
        card ? (
          <p>
            <CardLine card={card} />
          </p>
        ) : (
          <p className={classes.quiet}>You have no saved cards.</p>
        )
      ) : error && !isFetching ? (
        <div className={classes.failed} role="alert">
          <p>We couldn’t load your cards. {error.message}</p>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status" aria-label="Loading your cards">
          <Skeleton height="1.625rem" />
        </div>
      )}
      <p>
        <Link to={paths.paymentCards()} className={classes.link}>
          Manage cards
        </Link>
      </p>
    </section>
  )
}
