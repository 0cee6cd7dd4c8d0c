import { type Page } from '@playwright/test'
import { type sessionMachine } from '../../../machines/session.ts'
import { type User } from '../../../machines/session.types.ts'
import { type SessionCheckOutput } from '../../../machines/sessionCheck.ts'
import model, { guest, member, renamed } from '../../machines/session.model.ts'
import { loginOf, password, signIn, type Account } from '../fixture.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'
import { longWaits } from '../waits.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'
const login = 'POST /wp-json/custom-plugin/user-login'
const logout = 'POST /wp-json/custom-plugin/logout'
/** Every page of a signed-in user makes this call. */
const avatar = 'GET /wp-json/channel/v2/avatar'
/** This call is made each time its screen opens. */
const sessions = 'GET /wp-json/custom-plugin/sessions'

const sessionExpired = { code: 'session_expired', message: 'Your session has expired.', status: 401 }

type StepContext = DriverContext<typeof sessionMachine>

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const navigationLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const banner = (page: Page) => page.getByText('We’re having trouble connecting')

/** Advances the clock of the page in small steps until the assertion passes. */
async function advanceUntil({ page, expect }: StepContext, assertion: () => Promise<void>) {
  await expect(async () => {
    await page.clock.runFor(20)
    await assertion()
  }).toPass({ intervals: [0], timeout: longWaits.clockSteps })
}

/** Another tab: a page of the same origin without the application. */
async function otherTab(page: Page): Promise<Page> {
  const found = page
    .context()
    .pages()
    .find((one) => one.url().endsWith('/manifest.webmanifest'))
  if (found) return found
  const other = await page.context().newPage()
  await other.goto('/manifest.webmanifest')
  // The user looks at the application. A page behind another one may render no frames.
  await page.bringToFront()
  return other
}

/** Real tokens of an account, without the page. */
async function tokensOf(page: Page, account: Account) {
  const xsrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const response = await page.request.post('/wp-json/custom-plugin/user-login', {
    data: { username: loginOf(account), password, remember_me: true },
    headers: { XSRF: xsrf },
  })
  if (!response.ok()) throw new Error(`${account} can't sign in: ${response.status()} ${await response.text()}`)
  return (await response.json()) as { access_token: string; refresh_token: string }
}

/** Signs in in the other tab, which stores `user`. */
async function signInElsewhere({ page }: StepContext, user: User | undefined) {
  const other = await otherTab(page)
  const tokens = await tokensOf(page, user?.ID === 5 ? 'guest' : 'member')
  await other.evaluate(
    ({ access_token, refresh_token, user }) => {
      for (const [name, token] of Object.entries({ access_token, refresh_token }))
        document.cookie = `${name}=${encodeURIComponent(token)}; Path=/; SameSite=Strict`
      // Reading the cookies flushes them to all tabs, as in cookies.ts.
      if (!document.cookie.includes('access_token')) throw new Error('The tokens are not stored')
      if (user) localStorage.setItem('userParams', JSON.stringify(user))
      localStorage.setItem('userAuth', 'true')
      localStorage.setItem('refresh_token', refresh_token)
    },
    { ...tokens, user },
  )
}

/** Signs out in the other tab, in the order that the application uses. */
async function signOutElsewhere({ page }: StepContext) {
  const other = await otherTab(page)
  await other.evaluate(() => {
    localStorage.setItem('userAuth', 'false')
    localStorage.setItem('userRole', 'null')
    for (const name of ['access_token', 'refresh_token'])
      document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Strict`
    if (document.cookie.includes('_token')) throw new Error('The tokens are still stored')
    localStorage.removeItem('refresh_token')
    localStorage.removeItem('userParams')
  })
}

const meOf = ({ ID, user_email, display_name }: User) => ({
  data: { ID: String(ID), user_login: 'member', user_email, display_name, user_phone: '' },
  ID,
})

const memberOf = ({ ID, user_email, display_name }: User, subscribed: boolean) => ({
  id: ID,
  email: user_email,
  username: 'member',
  first_name: '',
  last_name: '',
  display_name,
  active_memberships: [],
  recent_transactions: [],
  recent_subscriptions: subscribed
    ? [
        {
          id: '11',
          membership: '102',
          member: String(ID),
          coupon: '0',
          subscr_id: 'sub_1',
          gateway: 's7qsh6-5sg',
          price: '19.99',
          total: '19.99',
          period: '1',
          period_type: 'months',
          limit_cycles: '0',
          trial: '0',
          trial_days: '0',
          trial_amount: '0.00',
          status: 'active',
          created_at: '2025-11-30 09:14:00',
        },
      ]
    : [],
})

/** `isConfirmed`: the user has passed the first check, so a response about another user signs this one out. */
type Session = { readonly user: User | undefined; readonly isMember: boolean; readonly isConfirmed: boolean }
const nobody: Session = { user: undefined, isMember: false, isConfirmed: false }
const signOut = () => nobody
const isOther = ({ user, isConfirmed }: Session, other: User) => isConfirmed && user?.ID !== other.ID
const confirm = (user: User, isMember: boolean) => (session: Session) =>
  isOther(session, user) ? nobody : { user, isMember, isConfirmed: true }
const signInInOtherTab = (user: User) => (session: Session) =>
  isOther(session, user) ? nobody : session.isConfirmed ? session : { ...session, user }

/** The user and the role, by the responses and by what happened in this tab and the other one. */
const sessionOf = foldLabels(nobody, {
  'a member is stored': () => ({ user: member, isMember: true, isConfirmed: false }),
  'session.start': () => ({ user: member, isMember: false, isConfirmed: false }),
  'session.leave': signOut,
  'tab.signedOut': signOut,
  'tab.signedIn / the same user': signInInOtherTab(member),
  'tab.signedIn / another user': signInInOtherTab(guest),
  'sessionCheck done / a member': confirm(member, true),
  'sessionCheck done / a guest': confirm(member, false),
  'sessionCheck done / a new name': confirm(renamed, true),
  'sessionCheck done / another user': confirm(guest, false),
  'sessionCheck done / the role is unknown': (session) =>
    session.isConfirmed && session.user?.ID === member.ID ? session : confirm(member, session.isMember)(session),
  'sessionCheck done / unreachable': (session) => ({ ...session, isConfirmed: session.user !== undefined }),
  'sessionCheck done / refused': signOut,
  'sessionCheck done / no tokens': signOut,
  'signInCheck done / a member': confirm(member, true),
  'signInCheck done / a guest': confirm(member, false),
  'signInCheck done / the role is unknown': (session) => ({ ...session, isConfirmed: true }),
})

/** Answers a call and waits until the page has processed it. The clock may advance only after that. */
async function answerAndWait({ hold }: StepContext, answer: Promise<void>) {
  await answer
  await hold.waitForResponses()
}

async function answerMember(step: StepContext & { event: unknown }) {
  await answerAndWait(step, step.hold.json(members, memberOf(userInResponse(step), outputOf(step).kind === 'member')))
}
/** The output of the check. */
const outputOf = ({ event }: { event: unknown }) => (event as { output: SessionCheckOutput }).output
function userInResponse(step: { event: unknown }): User {
  const { kind, user } = outputOf(step)
  if (!user) throw new Error(`'${kind}' names no user`)
  return user
}
async function answerBoth(step: StepContext & { event: unknown }) {
  const user = userInResponse(step)
  await step.hold.json(me, meOf(user))
  await answerAndWait(step, step.hold.json(members, memberOf(user, outputOf(step).kind === 'member')))
}

/** Logs out through the account menu and the dialog. */
async function logOut(step: StepContext) {
  const { page, expect } = step
  await button(page, /’s account menu$/).click()
  const entry = page.getByRole('menuitem', { name: 'Logout' })
  await advanceUntil(step, () => expect(entry).toBeVisible({ timeout: 100 }))
  await entry.click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Logout' })
  await advanceUntil(step, () => expect(confirm).toBeVisible({ timeout: 100 }))
  await confirm.click()
}

const focusWindow = ({ page }: StepContext) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))

/** Clearing makes no call that could be held, so only its result is visible. */
const expectSignInUrl = ({ page, expect }: StepContext) => expect(page).toHaveURL('/signin')

/** The me call is held. */
const expectRequested = async ({ hold }: StepContext) => void (await hold.waitFor(me))
const expectNotRequested = async ({ hold, expect }: StepContext) => {
  await hold.waitForAborts()
  expect(hold.waiting).not.toContain(me)
}

/** The shell is shown. React may keep a fallback for 300 ms after its code has loaded. */
const expectAppShell = (step: StepContext) =>
  advanceUntil(step, () => step.expect(button(step.page, /’s account menu$/)).toBeVisible({ timeout: 100 }))

async function expectOpening(step: StepContext) {
  await expectRequested(step)
  await step.expect(step.page.getByRole('navigation')).toBeHidden()
}

/** The banner while the host is unreachable, and whether its button can be pressed. */
type Banner = 'none' | 'busy' | 'ready'

/** The navigation of the role, the user's name, and the banner. */
async function expectSignedIn(step: StepContext, shown: Banner) {
  const { page, expect, labels } = step
  const { user, isMember } = sessionOf(labels)
  await expectAppShell(step)
  const links = navigationLinks(page)
  await expect(links.filter({ hasText: 'Profile' })).toBeVisible()
  await expect(links.filter({ hasText: 'Live Channels' })).toBeVisible({ visible: isMember })
  await expect(button(page, `${user?.display_name}’s account menu`)).toBeVisible()
  await expect(heading(page, 'Sign in')).toBeHidden()
  await expect(banner(page)).toBeVisible({ visible: shown !== 'none' })
  if (shown === 'none') return
  await expect(button(page, 'Try again')).toHaveAttribute('aria-disabled', String(shown === 'busy'))
}
const expectCheck = (shown: Banner) => async (step: StepContext) => {
  await expectRequested(step)
  await expectSignedIn(step, shown)
}
const expectNoCheck = (shown: Banner) => async (step: StepContext) => {
  await expectSignedIn(step, shown)
  await expectNotRequested(step)
}
/** Within a second of the last check, a focused window starts none. */
const expectNoCheckOnFocus = async (step: StepContext) => {
  await focusWindow(step)
  await expectNoCheck('none')(step)
}

/** A screen that requests neither the user nor the member record, so that only the session requests them. */
const quietPath = '/support/faqs'

/** Navigates through the history: a link on the profile would load the member record, too. */
const goTo = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** Makes the sign-in redirect to the screen without own calls, as after a redirect by the access rules. */
const setOriginToQuietPath = (page: Page) =>
  page.evaluate((from) => {
    const was = history.state as { usr?: object } | null
    history.replaceState({ ...was, usr: { ...was?.usr, from } }, '')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, quietPath)

const signsOut = /^(tab\.signedOut|session\.leave|sessionCheck done . (refused|no tokens))/
const isSignedOut = (labels: readonly string[]) =>
  signsOut.test(labels.findLast((label) => signsOut.test(label) || /^(session\.start|tab\.signedIn)/.test(label)) ?? '')
/** Only a user who was signed in is told. Another user may be unknown at this point, so nothing is asserted then. */
const sessionEnded = (_: readonly string[], [input, ...labels]: readonly string[]) =>
  input === 'a member is stored' && !labels.some((label) => signsOut.test(label) || label.includes('nother user'))
    ? ['You’ve been signed out. Please sign in again.']
    : []

export default createPageDriver(model, {
  heldCalls: [me, members, avatar, sessions, login, logout],
  open: async ({ page, labels }) => {
    await otherTab(page)
    await signIn(page, 'member')
    await page.evaluate((was) => {
      if (!was) return
      localStorage.setItem('userParams', JSON.stringify(was))
      localStorage.setItem('userAuth', 'true')
      localStorage.setItem('userRole', '"membership"')
    }, sessionOf(labels).user)
    await page.goto(quietPath)
  },
  events: {
    'session.start': async ({ page, hold, event }) => {
      await setOriginToQuietPath(page)
      await page.getByPlaceholder('E-mail / username').fill(loginOf('member'))
      await page.getByPlaceholder('Password', { exact: true }).fill(password)
      await button(page, 'Login').click()
      await hold.modify(login, (body) => {
        const { user, ...tokens } = body as { user: { data: object } }
        return { ...tokens, user: { ...user, data: { ...user.data, display_name: event.user.display_name } } }
      })
    },
    'session.leave / the host ended the session': async (step) => {
      await logOut(step)
      await step.hold.passThrough(logout)
    },
    'session.leave / the host was unreachable': async (step) => {
      await logOut(step)
      await step.hold.abort(logout)
    },
    'session.retry': ({ page }) => button(page, 'Try again').click(),
    'session.recheck': async (step) => {
      const { page, hold, expect } = step
      if (hold.waiting.includes(avatar)) return answerAndWait(step, hold.refuse(avatar, sessionExpired))
      // The avatar is loaded already, so another screen makes a call.
      await goTo(page, '/profile/all-sessions')
      await answerAndWait(step, hold.refuse(sessions, sessionExpired))
      await navigationLinks(page).filter({ hasText: 'Support' }).click()
      await expect(heading(page, 'Support')).toBeVisible()
    },
    'window.focused': focusWindow,
    'network.returned': ({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    'tab.signedIn': async (step) => {
      if (new URL(step.page.url()).pathname === '/signin') await setOriginToQuietPath(step.page)
      await signInElsewhere(step, step.event.user)
    },
    'tab.signedOut': (step) => signOutElsewhere(step),
  },
  texts: {
    'tab.signedOut': (before, labels) => (isSignedOut(labels) ? before : ['You signed out in another tab.']),
    'sessionCheck done / refused': sessionEnded,
    'sessionCheck done / no tokens': sessionEnded,
    'session.leave / the host was unreachable': 'You’re signed out here',
    'session.leave / the host ended the session': [],
  },
  outcomes: {
    'sessionCheck done': answerBoth,
    'sessionCheck done / the role is unknown': async (step) => {
      await step.hold.json(me, meOf(userInResponse(step)))
      await answerAndWait(step, step.hold.abort(members))
    },
    'sessionCheck done / refused': (step) => answerAndWait(step, step.hold.refuse(me, sessionExpired)),
    'sessionCheck done / unreachable': (step) => answerAndWait(step, step.hold.abort(me)),
    'signInCheck done': answerMember,
    'signInCheck done / the role is unknown': (step) => answerAndWait(step, step.hold.abort(members)),
    // This outcome needs no call.
    'clearSession done': async () => undefined,
  },
  states: {
    'restoring.firstCheck': async (step) => {
      await expectOpening(step)
      await step.expect(step.page.getByRole('status', { name: 'Loading' })).toBeVisible()
    },
    'restoring.retrying': async (step) => {
      await expectOpening(step)
      await step.expect(button(step.page, 'Try again')).toBeDisabled()
      await step.expect(step.page.getByRole('status').filter({ hasText: 'Connecting…' })).toBeVisible()
    },
    'failed.cooldown': async (step) => {
      await step.expect(heading(step.page, 'We can’t reach Statecast')).toBeVisible()
      await step.expect(button(step.page, 'Try again')).toBeDisabled()
      await expectNotRequested(step)
    },
    'failed.waiting': async (step) => {
      await step.expect(heading(step.page, 'We can’t reach Statecast')).toBeVisible()
      await step.expect(button(step.page, 'Try again')).toBeEnabled()
      await step.expect(step.page.getByText('Connecting…')).toBeHidden()
      await expectNotRequested(step)
    },
    signingOut: expectSignInUrl,
    signedOut: async ({ page, expect, texts }) => {
      await expect(page).toHaveURL('/signin')
      await expect(heading(page, 'Sign in')).toBeVisible()
      await expect(button(page, 'Login')).toBeEnabled()
      await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false')
      for (const message of texts) await expect(page.getByText(message)).toBeVisible()
      const left = await page.evaluate(() => ({ ...localStorage, ...sessionStorage, cookies: document.cookie }))
      expect(left).toMatchObject({ userAuth: 'false', userRole: 'null' })
      expect(JSON.stringify(left)).not.toMatch(/_token|userParams|statecast\.test/)
    },
    signingIn: async (step) => {
      await step.hold.waitFor(members)
      await step.expect(step.page.locator('form')).toHaveAttribute('aria-busy', 'true')
    },
    'signedIn.cooldown': expectNoCheckOnFocus,
    'signedIn.recheckPending': expectNoCheckOnFocus,
    'signedIn.idle': expectNoCheck('none'),
    'signedIn.checking.confirmed': expectCheck('none'),
    'signedIn.checking.retrying': expectCheck('busy'),
    'signedIn.unreachable.cooldown': expectNoCheck('busy'),
    'signedIn.unreachable.waiting': expectNoCheck('ready'),
    // Clearing makes no call, so only the loading of the other user is visible.
    switchingUser: async ({ page, expect }) => {
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
      await expect(page.getByRole('navigation')).toBeHidden()
    },
  },
  alike: {
    'signedIn.recheckPending':
      'A page without its own calls does not show that a check is due. The next step of the tours shows that it starts.',
  },
  notInBrowser: {
    'user.edited': 'The event comes from the profile form; profile.spec.ts tests it.',
    'sessionCheck done / no tokens':
      'Missing tokens need no call that could be held; sessionFailures.spec.ts tests this.',
    'clearSession error': 'Storage errors are ignored, and a cache in memory can always be cleared.',
  },
})
