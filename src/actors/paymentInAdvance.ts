import { createActor, fromPromise, toPromise, type PromiseActorLogic } from 'xstate'
import { type PaymentMethodResult, type CardForm } from '../../machines/cardPayment.ts'
import { type PayingMember, type RecordResult } from '../../machines/payment.types.ts'
import { type LockInAdvance } from './attemptStore.ts'

type CreatePaymentMethod = PromiseActorLogic<PaymentMethodResult, { form: CardForm }>
type ReadRecord = PromiseActorLogic<RecordResult, { member: PayingMember }>

type Dependencies = {
  lockInAdvance: () => LockInAdvance
  createPaymentMethod: CreatePaymentMethod
  readRecord: ReadRecord
  member: PayingMember
}

/** Runs an actor until its promise settles, or until `signal` aborts. */
function run<Output, Input>(logic: PromiseActorLogic<Output, Input>, input: Input, signal: AbortSignal) {
  const actor = createActor(logic, { input })
  signal.addEventListener('abort', () => actor.stop())
  const settled = toPromise(actor)
  actor.start()
  return settled
}

/**
 * While Pay is pressed and the provider creates the payment method of a new card, takes the lock of the attempt and reads
 * the member record under it, which saves a payment one round trip. As no other tab can pay meanwhile, the record is as
 * current as one that is read after it. Without a payment method, the lock is released and the record is dropped.
 *
 * After a press, a browser defers other tasks until it has rendered a frame, also the grant of a lock. So the lock is taken
 * before, when a mouse or the focus moves to Pay, and the record is requested within the press.
 */
export function createPaymentInAdvance({ lockInAdvance, createPaymentMethod, readRecord, member }: Dependencies) {
  type Advance = LockInAdvance & { reading: Promise<RecordResult | undefined> }
  /** Of the button that has the mouse or the focus. */
  let approached: LockInAdvance | undefined
  /** Of the button that is pressed. */
  let pressed: Advance | undefined
  /** Of the payment method that is being created, or was created last. */
  let prepared: Advance | undefined
  /** Of the attempt that took it. */
  let record: Advance['reading'] | undefined

  const prepare = (): Advance => {
    const { granted, release } = approached ?? lockInAdvance()
    approached = undefined
    const controller = new AbortController()
    const reading = granted.then((isGranted) =>
      isGranted && !controller.signal.aborted ? run(readRecord, { member }, controller.signal) : undefined,
    )
    // The attempt that takes it gets the error.
    reading.catch(() => undefined)
    return {
      granted,
      reading,
      release: () => {
        controller.abort()
        release()
      },
    }
  }

  return {
    /** Called when a mouse or the focus moves to Pay. Returns the function to call if no press follows. */
    approach: (): (() => void) => {
      // This tab has the lock, or has requested it.
      if (pressed || prepared) return () => {}
      const own = (approached ??= lockInAdvance())
      const release = () => {
        if (approached !== own) return
        approached = undefined
        own.release()
      }
      // The press requests it again.
      void own.granted.then((isGranted) => {
        if (!isGranted) release()
      })
      return release
    },

    /** Called when Pay is pressed, before the click. Returns the function to call if no click follows. */
    press: (): (() => void) => {
      const own = (pressed ??= prepare())
      return () => {
        if (pressed !== own) return
        pressed = undefined
        own.release()
      }
    },

    createPaymentMethod: fromPromise<PaymentMethodResult, { form: CardForm }>(async ({ input, signal }) => {
      // The provider's request is sent first.
      const creating = run(createPaymentMethod, input, signal)
      prepared?.release()
      const own = pressed ?? prepare()
      pressed = undefined
      prepared = own
      const drop = () => {
        if (prepared !== own) return
        prepared = undefined
        own.release()
      }
      signal.addEventListener('abort', drop)
      try {
        const result = await creating
        // An attempt starts with the payment method, before the next task.
        if (result.kind === 'granted') setTimeout(drop)
        else drop()
        return result
      } catch (error) {
        drop()
        throw error
      }
    }),

    /**
     * Takes the lock for an attempt, and the record with it. Also the lock of a button that is pressed or under a mouse
     * while another button pays, because the attempt could not get it otherwise.
     */
    takeLock: (): LockInAdvance | undefined => {
      const withRecord = prepared ?? pressed
      const taken = withRecord ?? approached
      prepared = pressed = approached = undefined
      record = withRecord?.reading
      return taken
    },

    /** The record that was read in advance, or a new one. */
    readRecord: fromPromise<RecordResult, { member: PayingMember }>(async ({ input, signal }) => {
      const reading = record
      record = undefined
      return (await reading) ?? run(readRecord, input, signal)
    }),
  }
}
