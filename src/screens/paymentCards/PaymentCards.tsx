import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { type SavedCard } from '../../../machines/savedCardPayment.ts'
import { type savedCardsMachine } from '../../../machines/savedCards.ts'
import { cardExpiry, type Expiry } from '../../billing/cardExpiry.ts'
import { type CardProvider } from '../../actors/stripeProvider.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { CardForm } from '../../features/cardForm/CardForm.tsx'
import { CardLine } from '../../features/savedCard/CardLine.tsx'
import { cardName } from '../../billing/cardName.ts'
import { hasFeature } from '../../app/configuration.ts'
import { useHostReturn } from '../../app/hostReturn.ts'
import { useRoot } from '../../app/root.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { MountLater } from '../../ui/MountLater.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { providePaymentCards } from './provide.ts'
import classes from './PaymentCards.module.css'

type Actor = ActorRefFrom<typeof savedCardsMachine>

const expiryLabels = {
  expired: 'Expired',
  expiring: 'Expires soon',
  valid: '',
  unknown: '',
} as const satisfies Record<Expiry, string>

const isFormOpenIn = (snapshot: SnapshotFrom<typeof savedCardsMachine>) =>
  snapshot.matches({ listed: 'adding' }) || snapshot.matches({ listed: 'saving' })

/** The saved cards: shows the default one, adds and removes cards. */
export function Component() {
  const root = useRoot()
  const [{ machine, cardProvider, userId }] = useState(() => providePaymentCards(root))
  const actor = useActorRef(machine, { input: { userId } })
  const cards = useSelector(actor, ({ context }) => context.cards)
  const notice = useSelector(actor, ({ context }) => context.notice)
  const error = useSelector(actor, ({ context }) => context.error)
  const view = useSelector(actor, (snapshot) => JSON.stringify(snapshot.value))
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'))
  const isListed = useSelector(actor, (snapshot) => snapshot.matches('listed'))
  const isOutcomeUnknown = useSelector(actor, (snapshot) => snapshot.matches({ listed: 'outcomeUnknown' }))
  const isFormOpen = useSelector(actor, isFormOpenIn)
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'list.retry' }))
  const retry = () => actor.send({ type: 'list.retry' })
  const canManage = hasFeature(root.configuration, 'savedCards')
  useHostReturn(hasFailed, retry)

  return (
    <>
      <PageHeading subtitle="Cards are stored by Stripe. Your default card is offered when you change plans.">
        Payment cards
      </PageHeading>
      <CardsSection view={view}>
        <div className={classes.notices}>
          <Notice>{notice}</Notice>
          <Notice tone={isOutcomeUnknown ? 'unsure' : 'wrong'}>
            {error === '' || isFormOpen || hasFailed ? null : (
              <span className={classes.text}>
                {error}
                {canRetry ? (
                  <Button variant="default" onClick={retry}>
                    Try again
                  </Button>
                ) : null}
              </span>
            )}
          </Notice>
        </div>
        {isLoading ? (
          <div className={classes.skeleton} role="status" aria-label="Loading your cards">
            <Skeleton height="5.5rem" />
            <Skeleton height="5.5rem" />
          </div>
        ) : null}
        {hasFailed ? <FailureNotice title="We couldn’t load your cards" message={error} onRetry={retry} /> : null}
        {isListed ? (
          <>
            {cards.length > 0 ? (
              <CardList actor={actor} />
            ) : isFormOpen ? null : (
              <EmptyState
                title="No saved cards"
                text={canManage ? 'Add a card to change plans faster. You won’t be charged.' : undefined}
              >
                {canManage ? <AddCardButton actor={actor} /> : null}
              </EmptyState>
            )}
            {isFormOpen ? (
              <AddForm actor={actor} cardProvider={cardProvider} />
            ) : cards.length > 0 && canManage ? (
              <AddCardButton actor={actor} />
            ) : null}
          </>
        ) : null}
      </CardsSection>
      <RemoveDialog actor={actor} />
    </>
  )
}

/** Takes the focus when the focused element is removed; otherwise the focus would return to the top of the page. */
function CardsSection({ view, children }: { view: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus()
  }, [view])
  return (
    <section ref={section} tabIndex={-1} className={classes.section} aria-label="Saved cards">
      {children}
    </section>
  )
}

/** The heading of the form takes the focus on mount, because the button that opened the form is gone. */
function FormTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} id="new-card" tabIndex={-1} className={classes.title}>
      {children}
    </h2>
  )
}

function AddForm({ actor, cardProvider }: { actor: Actor; cardProvider: CardProvider }) {
  const cardPayment = useSelector(actor, ({ children }) => children.cardPayment)
  const isSaving = useSelector(actor, (snapshot) => snapshot.matches({ listed: 'saving' }))
  return (
    <section className={classes.adding} aria-labelledby="new-card">
      <FormTitle>Add a card</FormTitle>
      <p className={classes.quiet}>You won’t be charged. We never see your card number.</p>
      <MountLater>
        <CardForm
          name="New card"
          actor={cardPayment}
          cardProvider={cardProvider}
          label="Save card"
          isPaying={isSaving}
          onBack={() => actor.send({ type: 'add.cancel' })}
        />
      </MountLater>
    </section>
  )
}

function AddCardButton({ actor }: { actor: Actor }) {
  const canAdd = useSelector(actor, (snapshot) => snapshot.can({ type: 'card.add' }))
  return (
    <Button disabled={!canAdd} onClick={() => actor.send({ type: 'card.add' })}>
      Add a card
    </Button>
  )
}

function CardList({ actor }: { actor: Actor }) {
  const cards = useSelector(actor, ({ context }) => context.cards)
  const [today] = useState(() => dayOf(new Date()))
  return (
    <ul className={classes.cards} aria-label="Cards">
      {cards.map((card) => (
        <Row key={card.id} actor={actor} card={card} expiry={cardExpiry(card, today)} />
      ))}
    </ul>
  )
}

function Row({ actor, card, expiry }: { actor: Actor; card: SavedCard; expiry: Expiry }) {
  const makeDefault = { type: 'card.makeDefault', id: card.id } as const
  const remove = { type: 'card.remove', id: card.id } as const
  const isDefault = useSelector(actor, ({ context }) => context.defaultCard === card.id)
  const isFormOpen = useSelector(actor, isFormOpenIn)
  const isChanging = useSelector(
    actor,
    (snapshot) => snapshot.context.selectedId === card.id && snapshot.matches({ listed: 'settingDefault' }),
  )
  const canMakeDefault = useSelector(actor, (snapshot) => snapshot.can(makeDefault))
  const canManage = hasFeature(useRoot().configuration, 'savedCards')
  const canRemove = useSelector(actor, (snapshot) => snapshot.can(remove))
  return (
    <li className={classes.card}>
      <CardLine card={card}>
        {isDefault ? <span className={classes.mark}>Default</span> : null}
        {expiryLabels[expiry] ? (
          <span className={expiry === 'expired' ? `${classes.mark} ${classes.expired}` : classes.mark}>
            {expiryLabels[expiry]}
          </span>
        ) : null}
        <span className={classes.holder}>{card.holder || '—'}</span>
      </CardLine>
      {canManage ? (
        <Actions className={classes.actions} hidden={isFormOpen}>
          {isDefault || expiry === 'expired' ? null : (
            <Button
              variant="default"
              loading={isChanging}
              disabled={!canMakeDefault && !isChanging}
              aria-label={`Set as default: ${cardName(card)}`}
              onClick={() => actor.send(makeDefault)}
            >
              Set as default
            </Button>
          )}
          <Button
            variant="default"
            disabled={!canRemove}
            aria-label={`Remove: ${cardName(card)}`}
            onClick={() => actor.send(remove)}
          >
            Remove
          </Button>
        </Actions>
      ) : null}
    </li>
  )
}

/** Asks for confirmation before a card is removed. */
function RemoveDialog({ actor }: { actor: Actor }) {
  const card = useSelector(actor, ({ context: { cards, selectedId } }) => cards.find(({ id }) => id === selectedId))
  const isAsking = useSelector(actor, (snapshot) => snapshot.matches({ listed: 'confirming' }))
  const isRemoving = useSelector(actor, (snapshot) => snapshot.matches({ listed: 'removing' }))
  if (!card || !(isAsking || isRemoving)) return null
  const cancel = () => actor.send({ type: 'remove.cancel' })
  return (
    <Dialog
      title="Remove this card?"
      busy={isRemoving}
      onClose={cancel}
      actions={
        <>
          <Button variant="default" disabled={isRemoving} onClick={cancel}>
            Cancel
          </Button>
          <Button loading={isRemoving} onClick={() => actor.send({ type: 'remove.confirm' })}>
            Remove
          </Button>
        </>
      }
    >
      <p>{cardName(card)} will be removed from your account.</p>
    </Dialog>
  )
}
