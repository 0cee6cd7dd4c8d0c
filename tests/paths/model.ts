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
  /** A sentence: what to set up before the page is opened. */
  readonly before?: string
  /** The address to open. */
  readonly open: string
  /** A sentence: what to do on the page to reach the start. */
  readonly then?: string
}

/** Why a tester cannot do something by hand. */
export type NotManual = { readonly not: string }

/** How a tester causes an event or an outcome: by a fault of the sandbox or by an instruction; or why it is impossible. */
export type ManualCause =
  | NotManual
  /** It happens without any action. */
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
export type TypedModel<M extends AnyStateMachine, C extends ModelConfig<M> = ModelConfig<M>> = TypedTestingModel<M, C> &
  Manual

/** Declares the model of a machine of the product. */
export function createModel<M extends AnyStateMachine, C extends ModelConfig<M>>(
  config: C & { readonly machine: M },
): TypedModel<M, C> {
  const model = createTestingModel<M, C>(config)
  return config.manual === undefined ? model : { ...model, manual: config.manual }
}
