import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type SavedCard } from '../../../machines/savedCardPayment.ts'
import { type savedCardsMachine } from '../../../machines/savedCards.ts'
import { cardExpiry, type Expiry } from '../../billing/cardExpiry.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { CardForm } from '../../features/cardForm/CardForm.tsx'
import { CardLine } from '../../features/savedCard/CardLine.tsx'
import { cardName } from '../../features/savedCard/cardName.ts'
import { useRoot } from '../../app/root.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { providePaymentCards } from './provide.ts'
import classes from './PaymentCards.module.css'

type Actor = ActorRefFrom<typeof savedCardsMachine>

const expiryLabels = {
  expired: 'Expired',
  expiring: 'Expires soon',
  valid: '',
  unknown: '',
} as const satisfies Record<Expiry, string>

/** The saved cards: shows the default one, adds and removes cards. */
export function Component() {
  const root = useRoot()
  const [{ machine, stripe, userId }] = useState(() => providePaymentCards(root))
  const actor = useActorRef(machine, { input: { userId } })
  const snapshot = useSelector(actor, (now) => now)
  const { cards, note, trouble } = snapshot.context
  const isFormOpen = snapshot.matches({ listed: 'adding' }) || snapshot.matches({ listed: 'saving' })
  const retry = () => actor.send({ type: 'list.retry' })

  return (
    <>
      <PageHeading subtitle="Cards are stored by Stripe. Your default card is offered when you change plans.">
        Payment cards
      </PageHeading>
      <CardsSection view={JSON.stringify(snapshot.value)}>
        <div className={classes.notices}>
          <Notice>{note}</Notice>
          <Notice tone={snapshot.matches({ listed: 'outcomeUnknown' }) ? 'unsure' : 'wrong'}>
            {trouble === '' || isFormOpen || snapshot.matches('failed') ? null : (
              <span className={classes.text}>
                {trouble}
                {snapshot.can({ type: 'list.retry' }) ? (
                  <Button variant="default" onClick={retry}>
                    Try again
                  </Button>
                ) : null}
              </span>
            )}
          </Notice>
        </div>
        {snapshot.matches('loading') ? (
          <div className={classes.skeleton} role="status" aria-label="Loading your cards">
            <Skeleton height="5.5rem" />
            <Skeleton height="5.5rem" />
          </div>
        ) : null}
        {snapshot.matches('failed') ? (
          <FailureNotice title="We couldn’t load your cards" message={trouble} onRetry={retry} />
        ) : null}
        {snapshot.matches('listed') ? (
          <>
            {cards.length > 0 ? (
              <CardList actor={actor} />
            ) : isFormOpen ? null : (
              <EmptyState title="No saved cards" text="Add a card to change plans faster. You won’t be charged.">
                <AddButton actor={actor} />
              </EmptyState>
            )}
            {isFormOpen ? (
              <section className={classes.adding} aria-labelledby="new-card">
                <FormTitle>Add a card</FormTitle>
                <p className={classes.quiet}>You won’t be charged. We never see your card number.</p>
                <CardForm
                  name="New card"
                  actor={snapshot.children.cardPayment}
                  stripe={stripe}
                  label="Save card"
                  isPaying={snapshot.matches({ listed: 'saving' })}
                  onBack={() => actor.send({ type: 'add.cancel' })}
                />
              </section>
            ) : cards.length > 0 ? (
              <AddButton actor={actor} />
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

function AddButton({ actor }: { actor: Actor }) {
  const canAdd = useSelector(actor, (now) => now.can({ type: 'card.add' }))
  return (
    <Button disabled={!canAdd} onClick={() => actor.send({ type: 'card.add' })}>
      Add a card
    </Button>
  )
}

function CardList({ actor }: { actor: Actor }) {
  const snapshot = useSelector(actor, (now) => now)
  const { cards, defaultCard, chosen } = snapshot.context
  const [today] = useState(() => dayOf(new Date()))
  return (
    <ul className={classes.cards} aria-label="Cards">
      {cards.map((card) => (
        <Row
          key={card.id}
          card={card}
          isDefault={card.id === defaultCard}
          expiry={cardExpiry(card, today)}
          isLocked={snapshot.matches({ listed: 'adding' }) || snapshot.matches({ listed: 'saving' })}
          isChanging={chosen === card.id && snapshot.matches({ listed: 'settingDefault' })}
          canMakeDefault={snapshot.can({ type: 'card.makeDefault', id: card.id })}
          canRemove={snapshot.can({ type: 'card.remove', id: card.id })}
          onMakeDefault={() => actor.send({ type: 'card.makeDefault', id: card.id })}
          onRemove={() => actor.send({ type: 'card.remove', id: card.id })}
        />
      ))}
    </ul>
  )
}

function Row({
  card,
  isDefault,
  expiry,
  isLocked: isLocked,
  isChanging,
  canMakeDefault: canMakeDefault,
  canRemove,
  onMakeDefault: onMakeDefault,
  onRemove,
}: {
  card: SavedCard
  isDefault: boolean
  expiry: Expiry
  /** The form or another change is open, so the actions are hidden. */
  isLocked: boolean
  isChanging: boolean
  canMakeDefault: boolean
  canRemove: boolean
  onMakeDefault: () => void
  onRemove: () => void
}) {
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
      <Actions className={classes.actions} hidden={isLocked}>
        {isDefault || expiry === 'expired' ? null : (
          <Button
            variant="default"
            loading={isChanging}
            disabled={!canMakeDefault && !isChanging}
            aria-label={`Set as default: ${cardName(card)}`}
            onClick={onMakeDefault}
          >
            Set as default
          </Button>
        )}
        <Button variant="default" disabled={!canRemove} aria-label={`Remove: ${cardName(card)}`} onClick={onRemove}>
          Remove
        </Button>
      </Actions>
    </li>
  )
}

/** Asks for confirmation before a card is removed. */
function RemoveDialog({ actor }: { actor: Actor }) {
  const snapshot = useSelector(actor, (now) => now)
  const { cards, chosen } = snapshot.context
  const card = cards.find(({ id }) => id === chosen)
  const isRemoving = snapshot.matches({ listed: 'removing' })
  if (!card || !(isRemoving || snapshot.matches({ listed: 'asking' }))) return null
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
