/** A model of the product: the model of a machine and the steps by which a tester follows its paths in the sandbox. */
import { type AnyStateMachine } from 'xstate'
import {
  createModel as createTestingModel,
  type Model as TestingModel,
  type ModelConfig as TestingConfig,
  type TypedModel as TypedTestingModel,
} from '../../tools/model-testing/model.ts'

/** How a tester reaches the start of a path. */
export type ManualStart = {
  /** The account to sign in with; null: no account. */
  readonly as: 'member' | 'paypal-member' | 'manual-member' | 'guest' | 'lapsed' | null
  /** An instruction for the tester before the page is opened. */
  readonly before?: string
  readonly open: string
  /** An instruction for the tester on the page, to reach the start. */
  readonly then?: string
}

/** Why a tester cannot do something manually. */
export type NotManual = { readonly impossible: string }

/** How a tester causes an event or an outcome: by a fault of the sandbox or by an instruction; or why it is impossible. */
export type ManualCause =
  | NotManual
  /** It happens without an action of the tester. */
  | 'itself'
  /** A sentence: what to do instead of the step. */
  | { readonly do: string }
  /** A sentence: what to set up before the last step in which the tester acted. */
  | { readonly set: string }
  /** A fault. `call` defaults to the call of the actor, `times` to 1. */
  | {
      readonly fault: string
      readonly call?: string
      readonly message?: string
      readonly ms?: number
      readonly match?: string
      readonly times?: number | 'always'
    }

/** What a tester needs to follow paths with a browser and the sandbox. */
export type ManualConfig = {
  /** By input; `''` is the default. */
  readonly starts: Readonly<Record<string, ManualStart | NotManual>>
  /**
   * By invoke id, the call that the actor makes, as the sandbox names it. An error is then caused by `cut-before`, a
   * refusal by `refuse`, and the first other case needs no fault.
   */
  readonly calls?: Readonly<Record<string, string>>
  /** By label, `id done`, invoke id or event type, the most specific first: what does not follow from `calls`. */
  readonly causedBy?: Readonly<Record<string, ManualCause>>
}

type Manual = { readonly manual?: ManualConfig }
export type ModelConfig<M extends AnyStateMachine> = TestingConfig<M> & Manual
export type Model = TestingModel & Manual
export type TypedModel<M extends AnyStateMachine> = TypedTestingModel<M> & Manual

/** Declares the model of a machine of the product. An error named `unreachable` has a sentence. */
export function createModel<M extends AnyStateMachine>(config: ModelConfig<M>): TypedModel<M> {
  const model = createTestingModel(config)
  const { outcomes } = model.texts
  const unreachable = Object.entries(model.outcomes)
    .filter(([id, { error = {} }]) => error !== 'never' && 'unreachable' in error && !outcomes?.[`${id} error`])
    .map(([id]) => [`${id} error / unreachable`, 'The host is unreachable'])
  const texts = { ...model.texts, outcomes: { ...Object.fromEntries(unreachable), ...outcomes } }
  return { ...model, texts, ...(config.manual && { manual: config.manual }) }
}
