import {
  PayPalButtons,
  SCRIPT_LOADING_STATE,
  ScriptContext,
  type ScriptContextState,
  type ScriptReducerAction,
} from '@paypal/react-paypal-js'
import { useSelector } from '@xstate/react'
import { useMemo, useState, type ReactNode } from 'react'
import { waitFor, type ActorRefFrom, type StateValueFrom } from 'xstate'
import { type paypalPaymentMachine } from '../../../machines/paypalPayment.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isTelevision } from '../../ui/television.ts'
import classes from './PaypalPanel.module.css'

type Actor = ActorRefFrom<typeof paypalPaymentMachine>
type State = StateValueFrom<typeof paypalPaymentMachine>
type StateKey = Extract<State, string> | keyof Extract<State, object>

/** The status text of each state. */
const statusText = {
  initial: '',
  pending: '',
  rejected: '',
  resolved: 'PayPal opens in a new window. You won’t be charged until you approve there.',
  creatingProduct: 'Opening PayPal…',
  creatingSubscription: 'Opening PayPal…',
  awaitingApproval: 'Finish in the PayPal window.',
  approved: 'Approved. Setting up your plan…',
} as const satisfies Record<StateKey, string>

/** The machine loads the script, so PayPal's components only receive the loading state. */
const loadingStates = {
  initial: SCRIPT_LOADING_STATE.INITIAL,
  pending: SCRIPT_LOADING_STATE.PENDING,
  rejected: SCRIPT_LOADING_STATE.REJECTED,
  resolved: SCRIPT_LOADING_STATE.RESOLVED,
  creatingProduct: SCRIPT_LOADING_STATE.RESOLVED,
  creatingSubscription: SCRIPT_LOADING_STATE.RESOLVED,
  awaitingApproval: SCRIPT_LOADING_STATE.RESOLVED,
  approved: SCRIPT_LOADING_STATE.RESOLVED,
} as const satisfies Record<StateKey, SCRIPT_LOADING_STATE>

const stateKeyOf = (state: State): StateKey => (typeof state === 'string' ? state : 'resolved')

/** Sends `window.open` and waits for the id of the subscription, which PayPal needs. Throws if there is none. */
async function createSubscription(actor: Actor): Promise<string> {
  actor.send({ type: 'window.open' })
  const settled = await waitFor(
    actor,
    (snapshot) => snapshot.matches('awaitingApproval') || snapshot.matches('resolved') || snapshot.status !== 'active',
  )
  if (!settled.matches('awaitingApproval')) throw new Error('No PayPal subscription was created')
  return settled.context.subscriptionId
}

/**
 * PayPal's own button and the status of its window. `total` is the formatted amount that is charged today, `terms` what
 * approving charges. A remote reaches neither the button, which is in PayPal's frame, nor the window.
 */
export function PaypalPanel({ actor, total, terms }: { actor: Actor; total: string | undefined; terms: ReactNode }) {
  const stateKey = useSelector(actor, ({ value }) => stateKeyOf(value))
  const message = useSelector(actor, ({ context }) => context.message)
  const isFailed = useSelector(actor, (snapshot) => snapshot.matches({ resolved: 'failed' }))
  const [isOnTelevision] = useState(isTelevision)
  const loadingStatus = loadingStates[stateKey]
  const script = useMemo(
    (): ScriptContextState => ({
      options: { clientId: '' },
      loadingStatus,
      dispatch: (_action: ScriptReducerAction) => undefined,
    }),
    [loadingStatus],
  )

  if (isOnTelevision)
    return (
      <section className={classes.panel} aria-label="PayPal">
        <Notice>On a television you can pay by card. To pay with PayPal, use a phone or computer.</Notice>
      </section>
    )

  return (
    <section className={classes.panel} aria-label="PayPal">
      {loadingStatus === SCRIPT_LOADING_STATE.REJECTED ? (
        <Notice tone="wrong">
          <span className={classes.unavailable}>
            We couldn’t load PayPal.
            <Button variant="default" onClick={() => actor.send({ type: 'script.retry' })}>
              Try again
            </Button>
          </span>
        </Notice>
      ) : loadingStatus === SCRIPT_LOADING_STATE.RESOLVED ? (
        <>
          {total === undefined ? null : (
            <p>
              Total today: <strong>{total}</strong>
            </p>
          )}
          {terms}
          <ScriptContext.Provider value={script}>
            <PayPalButtons
              className={classes.buttons ?? ''}
              createSubscription={() => createSubscription(actor)}
              onApprove={() => {
                actor.send({ type: 'window.approved' })
                return Promise.resolve()
              }}
              onCancel={() => actor.send({ type: 'window.canceled' })}
              onError={() => actor.send({ type: 'window.failed' })}
            />
          </ScriptContext.Provider>
        </>
      ) : (
        <div role="status" aria-label="Loading PayPal">
          <Skeleton height="3.25rem" />
        </div>
      )}
      <div>
        <Notice tone="wrong">{isFailed ? message : ''}</Notice>
        <Notice>{isFailed ? '' : (stateKey === 'resolved' && message) || statusText[stateKey]}</Notice>
      </div>
    </section>
  )
}
