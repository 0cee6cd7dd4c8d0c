/**
 * Every address of the application, once: the pattern that the router matches, who may enter, the title of the
 * document. Links are made with `paths`, never by hand.
 */

/**
 * Who may enter: `public` only somebody who is not signed in, `login` anybody signed in, `membership` members,
 * `index` sends everybody to the home of the role, `any` everybody.
 */
export type Access = 'public' | 'login' | 'membership' | 'index' | 'any'

export type Place = { readonly pattern: string; readonly access: Access; readonly title: string | undefined }

const place = (pattern: string, access: Access, title?: string): Place => ({ pattern, access, title })

export const places = {
  liveChannels: place('/', 'index', 'Live Channels'),
  favourites: place('/favourites', 'membership', 'Favourites'),
  video: place('/video/:channel', 'membership', 'Video'),
  support: place('/support', 'login', 'Support'),
  supportFaqs: place('/support/faqs', 'login', 'FAQs'),
  supportForm: place('/support/form', 'login', 'Support form'),
  supportBugs: place('/support/bugs', 'login', 'Report a bug'),
  upgrade: place('/upgrade/:id', 'login', 'Change plan'),
  profile: place('/profile', 'login', 'Profile'),
  editProfile: place('/profile/edit', 'login', 'Edit profile'),
  packages: place('/profile/packages', 'login', 'Packages'),
  transactions: place('/profile/transcation-history', 'membership', 'Transaction history'),
  invoice: place('/profile/transcation-history/:id', 'membership', 'Invoice'),
  viewProfile: place('/profile/view-profile', 'login', 'Your profile'),
  allSessions: place('/profile/all-sessions', 'login', 'All sessions'),
  paymentCards: place('/profile/payment-cards', 'membership', 'Payment cards'),
  subscribe: place('/subscribe/:id', 'login', 'Subscribe'),
  subscribeSuccess: place('/subscribe/success', 'login', 'Payment Successful'),
  signIn: place('/signin', 'public', 'Sign in'),
  forgetPassword: place('/forget/password', 'public', 'Forgot password'),
  resetPassword: place('/reset-password', 'public', 'Reset Your Password'),
  unauth: place('/unauth', 'any', 'Unauthorized'),
  notFound: place('*', 'any', 'Not Found'),
} as const satisfies Record<string, Place>

export type PlaceName = keyof typeof places

const filled = (pattern: string) => (value: string | number) =>
  pattern.replace(/:\w+/, encodeURIComponent(String(value)))

/** Typed path builders: `paths.video('state-one')` is '/video/state-one'. */
export const paths = {
  home: () => places.liveChannels.pattern,
  favourites: () => places.favourites.pattern,
  video: filled(places.video.pattern),
  support: () => places.support.pattern,
  supportFaqs: () => places.supportFaqs.pattern,
  supportForm: () => places.supportForm.pattern,
  supportBugs: () => places.supportBugs.pattern,
  upgrade: (id: string | number, type: 'upgrade' | 'downgrade' | undefined) =>
    filled(places.upgrade.pattern)(id) + (type ? `?type=${type}` : ''),
  profile: () => places.profile.pattern,
  editProfile: () => places.editProfile.pattern,
  packages: () => places.packages.pattern,
  transactions: () => places.transactions.pattern,
  invoice: filled(places.invoice.pattern),
  viewProfile: () => places.viewProfile.pattern,
  allSessions: () => places.allSessions.pattern,
  paymentCards: () => places.paymentCards.pattern,
  subscribe: filled(places.subscribe.pattern),
  subscribeSuccess: () => `${places.subscribeSuccess.pattern}/`,
  signIn: () => places.signIn.pattern,
  forgetPassword: () => places.forgetPassword.pattern,
  unauth: () => places.unauth.pattern,
} as const

/** What the application keeps in the history entry of a location. */
export type LocationState = {
  /** Where one wanted to go before a guard sent one here. */
  from?: string
  /** A sentence that the next screen says once. */
  notice?: string
  /** Opens the forgot-password panel on the sign-in page. */
  forget?: boolean
  /** On the reset page: what the letter's link carried, kept here so that a reload works; 'done' once it is used. */
  reset?: { key: string; login: string } | 'done'
}

function resetState(state: unknown): LocationState['reset'] {
  if (state === 'done') return state
  if (typeof state !== 'object' || state === null) return undefined
  const { key, login } = state as Record<string, unknown>
  return typeof key === 'string' && typeof login === 'string' ? { key, login } : undefined
}

/** Reads a history entry's state, which may be anything: an older version or another page may have written it. */
export function locationState(state: unknown): LocationState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, notice, forget, reset: link } = state as Record<string, unknown>
  const reset = resetState(link)
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof notice === 'string' ? { notice } : {}),
    ...(forget === true ? { forget } : {}),
    ...(reset ? { reset } : {}),
  }
}
