/**
 * The routes of the application: pattern, access and document title. Create links with `paths`.
 */

import { type Feature } from './configuration.ts'

/**
 * Who may enter: `public` users who are not signed in, `login` signed-in users, `membership` members, `any` all users.
 * `index` is the home page of members and redirects other users.
 */
export type Access = 'public' | 'login' | 'membership' | 'index' | 'any'

export type AppRoute = {
  readonly pattern: string
  readonly access: Access
  readonly title: string | undefined
  /** Without this feature the route is not found. */
  readonly feature?: Feature | undefined
}

const defineRoute = (pattern: string, access: Access, title?: string, feature?: Feature): AppRoute => ({
  pattern,
  access,
  title,
  feature,
})

export const appRoutes = {
  liveChannels: defineRoute('/', 'index', 'Live Channels'),
  guide: defineRoute('/guide', 'membership', 'Guide', 'guide'),
  favourites: defineRoute('/favourites', 'membership', 'Favorites', 'favorites'),
  video: defineRoute('/video/:channel', 'membership', 'Video', 'channels'),
  support: defineRoute('/support', 'login', 'Support'),
  supportFaqs: defineRoute('/support/faqs', 'login', 'FAQs', 'faqs'),
  supportForm: defineRoute('/support/form', 'login', 'Contact us', 'supportForm'),
  supportBugs: defineRoute('/support/bugs', 'login', 'Report a bug', 'bugReport'),
  upgrade: defineRoute('/upgrade/:id', 'login', 'Change plan'),
  profile: defineRoute('/profile', 'login', 'Profile'),
  editProfile: defineRoute('/profile/edit', 'login', 'Edit details', 'profileEdit'),
  packages: defineRoute('/profile/packages', 'login', 'Plans'),
  transactions: defineRoute('/profile/transcation-history', 'membership', 'Billing history', 'transactions'),
  invoice: defineRoute('/profile/transcation-history/:id', 'membership', 'Invoice'),
  viewProfile: defineRoute('/profile/view-profile', 'login', 'Personal details'),
  devices: defineRoute('/profile/all-sessions', 'login', 'Your devices', 'devices'),
  paymentCards: defineRoute('/profile/payment-cards', 'membership', 'Payment cards'),
  subscribe: defineRoute('/subscribe/:id', 'login', 'Subscribe'),
  subscribeSuccess: defineRoute('/subscribe/success', 'login', 'Payment Successful'),
  activate: defineRoute('/activate', 'login', 'Sign in on a television', 'deviceSignIn'),
  signIn: defineRoute('/signin', 'public', 'Sign in'),
  signInWithCode: defineRoute('/signin/code', 'public', 'Sign in with your phone', 'deviceSignIn'),
  forgetPassword: defineRoute('/forget/password', 'public', 'Forgot password'),
  resetPassword: defineRoute('/reset-password', 'public', 'Reset Your Password'),
  unauth: defineRoute('/unauth', 'any', 'Unauthorized'),
  notFound: defineRoute('*', 'any', 'Not Found'),
} as const satisfies Record<string, AppRoute>

export type AppRouteName = keyof typeof appRoutes

/** Other spellings of a path, which redirect to its route. */
export const redirects = [{ pattern: '/profile/transaction-history', to: appRoutes.transactions.pattern }] as const

/** The patterns of every page. The server answers any other path with 404. */
export const pagePatterns = (): string[] =>
  [...Object.values(appRoutes), ...redirects].map(({ pattern }) => pattern).filter((pattern) => pattern !== '*')

/**
 * Matches a path, as in a URL, like React Router: in any case, with or without slashes at the end. The value is that of
 * the parameter; undefined without one. The sign-in page needs no router for it.
 */
export function matchPattern(pattern: string, pathname: string): { value: string | undefined } | undefined {
  const source = pattern.replace(/\/$/, '').replace(/:\w+/, '([^/]+)')
  const match = new RegExp(`^${source || '/'}/*$`, 'i').exec(pathname)
  return match ? { value: match[1]?.replace(/%2F/g, '/') } : undefined
}

const pathBuilder = (pattern: string) => (value: string | number) =>
  pattern.replace(/:\w+/, encodeURIComponent(String(value)))

/** Typed path builders: `paths.video('state-one')` is '/video/state-one'. */
export const paths = {
  home: () => appRoutes.liveChannels.pattern,
  guide: () => appRoutes.guide.pattern,
  favourites: () => appRoutes.favourites.pattern,
  video: pathBuilder(appRoutes.video.pattern),
  support: () => appRoutes.support.pattern,
  supportFaqs: () => appRoutes.supportFaqs.pattern,
  supportForm: () => appRoutes.supportForm.pattern,
  supportBugs: () => appRoutes.supportBugs.pattern,
  upgrade: (id: string | number, type: 'upgrade' | 'downgrade' | undefined) =>
    pathBuilder(appRoutes.upgrade.pattern)(id) + (type ? `?type=${type}` : ''),
  profile: () => appRoutes.profile.pattern,
  editProfile: () => appRoutes.editProfile.pattern,
  packages: () => appRoutes.packages.pattern,
  transactions: () => appRoutes.transactions.pattern,
  invoice: pathBuilder(appRoutes.invoice.pattern),
  viewProfile: () => appRoutes.viewProfile.pattern,
  devices: () => appRoutes.devices.pattern,
  paymentCards: () => appRoutes.paymentCards.pattern,
  subscribe: pathBuilder(appRoutes.subscribe.pattern),
  subscribeSuccess: () => `${appRoutes.subscribeSuccess.pattern}/`,
  activate: () => appRoutes.activate.pattern,
  signIn: () => appRoutes.signIn.pattern,
  signInWithCode: () => appRoutes.signInWithCode.pattern,
  forgetPassword: () => appRoutes.forgetPassword.pattern,
  unauth: () => appRoutes.unauth.pattern,
} as const

/** The state that the application stores in history entries. */
export type LocationState = {
  /** The page that was requested before a redirect. */
  from?: string
  /** A notice that the next screen shows once. */
  notice?: string
  /** Opens the forgot-password panel on the sign-in page. */
  forget?: boolean
  /** On the reset page: the parameters of the emailed link, so that a reload works; 'done' once it is used. */
  reset?: { key: string; login: string } | 'done'
}

function parseResetState(state: unknown): LocationState['reset'] {
  if (state === 'done') return state
  if (typeof state !== 'object' || state === null) return undefined
  const { key, login } = state as Record<string, unknown>
  return typeof key === 'string' && typeof login === 'string' ? { key, login } : undefined
}

/** Parses the state of a history entry. It is not trusted, because an older version or another page may have written it. */
export function parseLocationState(state: unknown): LocationState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, notice, forget, reset: link } = state as Record<string, unknown>
  const reset = parseResetState(link)
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof notice === 'string' ? { notice } : {}),
    ...(forget === true ? { forget } : {}),
    ...(reset ? { reset } : {}),
  }
}

/**
 * Whether the sign-in page opens with the forgot-password panel: at the panel's own path, by the navigation state, or by
 * two query parameters (specification, section 2).
 */
export function isForgotPasswordLocation({
  pathname,
  search,
  state,
}: {
  pathname: string
  search: string
  state?: unknown
}) {
  const query = new URLSearchParams(search)
  return (
    pathname.startsWith(appRoutes.forgetPassword.pattern) ||
    parseLocationState(state).forget === true ||
    (query.get('forgetToggle') === 'true' && query.get('forget') === 'true')
  )
}
