import { type OperationId } from '../../openapi/operations.ts'

/** What earlier calls have told about the account and the host. */
export interface Known {
  readonly userName: string
  readonly password: string
  /** Whether calls that send a letter may be made. */
  readonly sendsLetters: boolean
  token?: string
  user?: { id: string; login: string; email: string; displayName: string; phone: string | undefined }
  /** The names and the address of the member record. */
  member?: { first_name?: string; last_name?: string; address?: Record<string, string> }
  planId?: string
  transactionId?: string
  channels?: string[]
  favourites?: string[]
  /** The channel that the check adds to the favorites and removes again. */
  addedFavourite?: string
}

/** The parameters and the body of a call. */
export interface CallValues {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  json?: object
  form?: Readonly<Record<string, string>>
}

export interface Step {
  /** The values of the call, or why it is not made. */
  prepare(known: Known): CallValues | string
  /** Remembers what later calls need from the body of a granted call. */
  learn?(known: Known, body: unknown): void
  /** What is wrong with a granted call although its body is valid. */
  findFaults?(known: Known, body: unknown): string[]
  /** The codes of refusals that are right, and why. */
  refusals?: Readonly<Record<string, string>>
}

const valueAt = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  )

const textAt = (value: unknown, ...path: (string | number)[]): string | undefined => {
  const found = valueAt(value, ...path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}

const listAt = (value: unknown, ...path: string[]): unknown[] => {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/** The texts among the fields of a record. */
const textsIn = (value: unknown, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = valueAt(value, name)
      return typeof text === 'string' ? [[name, text]] : []
    }),
  )

const ADDRESS_FIELDS = ['one', 'two', 'city', 'state', 'zip', 'country'].map((line) => `mepr-address-${line}`)

const NO_USER = 'the user is not known'
/** Why a call with an Idempotency-Key is never made. */
export const MONEY = 'moves money or ends a subscription'
const ADDS_LETTERS = 'sends a letter; add --letters'

const MEMBERS_ONLY = { membership_required: 'the account has no membership' }

const always = (values: CallValues = {}): Step => ({ prepare: () => values })
const never = (reason: string): Step => ({ prepare: () => reason })

const ofUser = (create: (user: NonNullable<Known['user']>) => CallValues): Step => ({
  prepare: ({ user }) => (user ? create(user) : NO_USER),
})

const toSeconds = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** A call that sends a letter. `success` false is a refusal. */
const ofLetters = (create: (user: NonNullable<Known['user']>) => CallValues): Step => ({
  prepare: ({ user, sendsLetters }) => (sendsLetters ? (user ? create(user) : NO_USER) : ADDS_LETTERS),
  findFaults: (_, body) => (valueAt(body, 'success') === false ? [`refused: ${textAt(body, 'message') ?? ''}`] : []),
})

const rememberUser = (known: Known, record: unknown) => {
  const [id, login, email] = ['ID', 'user_login', 'user_email'].map((name) => textAt(record, 'data', name))
  if (id === undefined || login === undefined || email === undefined) return
  const displayName = textAt(record, 'data', 'display_name') ?? ''
  known.user = { id, login, email, displayName, phone: textAt(record, 'data', 'user_phone') }
}

const MESSAGE = 'Sent by npm run contract, which checks this host. Nothing to do.'

const steps: Readonly<Record<OperationId, Step>> = {
  signIn: {
    prepare: ({ userName, password }) => ({ json: { username: userName, password, remember_me: '' } }),
    learn(known, body) {
      const token = textAt(body, 'access_token')
      if (token !== undefined) known.token = token
      rememberUser(known, valueAt(body, 'user'))
    },
  },
  readMe: { ...always(), learn: rememberUser },
  readSessions: always(),
  readMember: {
    ...ofUser(({ id }) => ({ path: { id } })),
    learn(known, body) {
      const address = textsIn(valueAt(body, 'address'), ADDRESS_FIELDS)
      known.member = {
        ...textsIn(body, ['first_name', 'last_name']),
        ...(Object.keys(address).length > 0 && { address }),
      }
      const planId = textAt(body, 'active_memberships', 0, 'id')
      const transactionId = textAt(body, 'recent_transactions', 0, 'id')
      if (planId !== undefined) known.planId = planId
      if (transactionId !== undefined) known.transactionId = transactionId
    },
  },
  readPlans: {
    ...always(),
    learn(known, body) {
      const planId = textAt(body, 0, 'id')
      if (planId !== undefined) known.planId = planId
    },
  },
  readPlan: { prepare: ({ planId }) => (planId ? { path: { id: planId } } : 'no plan is known') },
  readTransactions: {
    ...ofUser(({ id }) => ({ query: { member: id, page: '1', per_page: '10' } })),
    learn(known, body) {
      const transactionId = textAt(body, 0, 'id')
      if (transactionId !== undefined) known.transactionId = transactionId
    },
  },
  readTransaction: {
    prepare: ({ transactionId }) =>
      transactionId ? { path: { id: transactionId } } : 'the account has no transaction',
  },
  readAvatar: ofUser(({ id }) => ({ query: { user_id: id } })),
  readCards: {
    ...ofUser(({ id }) => ({ json: { user_id: id } })),
    refusals: { no_customer: 'the account never paid by card' },
  },
  readRegions: always(),
  readChannels: {
    ...always(),
    learn(known, body) {
      known.channels = listAt(body)
        .map((channel) => textAt(channel, 'slug'))
        .filter(isDefined)
    },
  },
  readChannel: {
    prepare: ({ channels = [] }) =>
      channels[0] === undefined ? 'no channel is known' : { path: { slug: channels[0] } },
    refusals: MEMBERS_ONLY,
  },
  readSchedule: {
    prepare: () => ({ query: { from: toSeconds(Date.now()), to: toSeconds(Date.now() + 24 * 60 * 60_000) } }),
    refusals: MEMBERS_ONLY,
  },
  readFaqs: always(),
  resetPassword: {
    ...ofUser(({ login }) => ({ json: { key: 'made0up0by0the0check', login } })),
    findFaults: (_, body) =>
      textAt(body, 'message') === 'Password reset successfully' ? ['a reset link that was never sent is valid'] : [],
    refusals: { invalid_key: 'as expected', expired_key: 'as expected', password_reset_limit: 'as expected' },
  },
  readFavourites: {
    ...always(),
    learn(known, body) {
      const slugs = valueAt(body, 'favourites')
      if (Array.isArray(slugs) && slugs.every((slug) => typeof slug === 'string')) known.favourites = slugs
    },
    refusals: MEMBERS_ONLY,
  },
  addFavourite: {
    prepare(known) {
      const { favourites, channels = [] } = known
      if (favourites === undefined) return 'the favorites are not known'
      const slug = channels.find((channel) => !favourites.includes(channel))
      if (slug === undefined) return 'no channel is left to add'
      known.addedFavourite = slug
      return { path: { slug } }
    },
    findFaults: ({ addedFavourite }, body) =>
      listAt(body, 'favourites').includes(addedFavourite) ? [] : [`favourites has no ${addedFavourite}`],
  },
  removeFavourite: {
    prepare: ({ addedFavourite: slug }) => (slug === undefined ? 'no favorite was added' : { path: { slug } }),
    findFaults: ({ favourites }, body) =>
      JSON.stringify(listAt(body, 'favourites')) === JSON.stringify(favourites)
        ? []
        : ['favourites is not as before the check'],
  },
  editMe: {
    prepare({ user, member }) {
      if (user === undefined || user.displayName === '') return NO_USER
      const { displayName, phone } = user
      return { json: { display_name: displayName, ...(phone !== undefined && { user_phone: phone }), ...member } }
    },
    findFaults(known, body) {
      const before = known.user
      rememberUser(known, body)
      return JSON.stringify(known.user) === JSON.stringify(before) ? [] : ['the profile is not as before the check']
    },
  },
  requestPasswordReset: {
    ...ofLetters(({ email }) => ({ form: { email_address: email } })),
    refusals: { password_reset_limit: 'too many letters in an hour' },
  },
  requestChannel: {
    ...ofLetters(({ id, email }) => ({
      json: {
        user_id: id,
        email,
        channel_name: 'Contract check',
        channel_region: '',
        preferred_quality: '720p',
        details: MESSAGE,
      },
    })),
    refusals: { channel_requested_already: 'by an earlier check' },
  },
  askSupport: ofLetters(({ id, email, displayName }) => ({
    json: { user_id: id, name: displayName, email, subject: 'Contract check', message: MESSAGE },
  })),
  requestErasure: never('asks for the account to be deleted'),
  requestDeviceCode: never('signs a device in'),
  requestDeviceToken: never('signs a device in'),
  approveDevice: never('signs a device in'),
  reportBug: ofLetters(({ id, email }) => ({
    json: { user_id: id, email, summary: 'Contract check', details: MESSAGE },
  })),
  uploadAvatar: never('replaces the photo'),
  setDefaultCard: never('changes the saved cards'),
  addCard: never('changes the saved cards'),
  deleteCard: never('changes the saved cards'),
  endSession: never('ends a session'),
  endOtherSessions: never('ends sessions'),
  createPaypalProduct: never('creates a product at PayPal'),
  createPaypalSubscription: never('creates a subscription at PayPal'),
  createSubscription: never(MONEY),
  payFromSavedCard: never(MONEY),
  capturePaypalSubscription: never(MONEY),
  cancelCardSubscription: never(MONEY),
  cancelPaypalSubscription: never(MONEY),
  // The last call: it ends the session that the check has opened.
  signOut: always(),
}

const isOperationId = (id: string): id is OperationId => Object.hasOwn(steps, id)

/** How each call of the contract is checked, in the order of the calls. */
export const stepsInOrder: readonly (readonly [OperationId, Step])[] = Object.keys(steps)
  .filter(isOperationId)
  .map((id) => [id, steps[id]])
