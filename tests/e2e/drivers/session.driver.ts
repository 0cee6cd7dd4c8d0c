import { type Page } from '@playwright/test'
import { type sessionMachine } from '../../../machines/session.ts'
import { type User } from '../../../machines/session.types.ts'
import { type SessionCheckOutput } from '../../../machines/sessionCheck.ts'
import createModel from '../../machines/session.model.ts'
import { loginOf, password, signIn, type Account } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const members = 'GET /wp-json/mp/v1/members/{id}'
const login = 'POST /wp-json/custom-plugin/user-login'
const logout = 'POST /wp-json/custom-plugin/logout'
/** A call that every page inside makes, whoever is signed in. */
const avatar = 'GET /wp-json/channel/v2/avatar'
/** Asked for anew each time its screen is opened, by whoever is signed in. */
const sessions = 'GET /wp-json/custom-plugin/sessions'

const sessionExpired = { code: 'session_expired', message: 'Your session has expired.', status: 401 }

type StepContext = DriverContext<typeof sessionMachine>

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const navigationLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const banner = (page: Page) => page.getByText('We’re having trouble connecting')

/** Lets the page's clock go on in small steps until this holds: a menu opens, a part of the page arrives. */
async function advanceUntil({ page, expect }: StepContext, assertion: () => Promise<void>) {
  await expect(async () => {
    await page.clock.runFor(20)
    await assertion()
  }).toPass({ intervals: [0], timeout: 30_000 })
}

/** The other tab of this browser: a page of the same origin that the application does not run in. */
async function otherTab(page: Page): Promise<Page> {
  const found = page
    .context()
    .pages()
    .find((one) => one.url().endsWith('/manifest.webmanifest'))
  if (found) return found
  const other = await page.context().newPage()
  await other.goto('/manifest.webmanifest')
  return other
}

/** Real tokens of an account, past the page. */
async function tokensOf(page: Page, account: Account) {
  const xsrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await page.request.post('/wp-json/custom-plugin/user-login', {
    data: { username: loginOf(account), password, remember_me: true },
    headers: { XSRF: xsrf },
  })
  if (!answer.ok()) throw new Error(`${account} can't sign in: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as { access_token: string; refresh_token: string }
}

/** Somebody signs in in the other tab; `user` is what that tab has kept of them when this one looks. */
async function signInElsewhere({ page }: StepContext, user: User | undefined) {
  const other = await otherTab(page)
  const tokens = await tokensOf(page, user?.ID === 5 ? 'guest' : 'member')
  await other.evaluate(
    ({ access_token, refresh_token, user }) => {
      for (const [name, token] of Object.entries({ access_token, refresh_token }))
        document.cookie = `${name}=${encodeURIComponent(token)}; Path=/; Secure; SameSite=Strict`
      // Written for every tab as soon as one has read them; cookies.ts does the same.
      if (!document.cookie.includes('access_token')) throw new Error('The tokens are not kept')
      if (user) localStorage.setItem('userParams', JSON.stringify(user))
      localStorage.setItem('userAuth', 'true')
      localStorage.setItem('refresh_token', refresh_token)
    },
    { ...tokens, user },
  )
}

/** The other tab logs out, in the order in which every tab does. */
async function signOutElsewhere({ page }: StepContext) {
  const other = await otherTab(page)
  await other.evaluate(() => {
    localStorage.setItem('userAuth', 'false')
    localStorage.setItem('userRole', 'null')
    for (const name of ['access_token', 'refresh_token'])
      document.cookie = `${name}=; Max-Age=0; Path=/; Secure; SameSite=Strict`
    if (document.cookie.includes('_token')) throw new Error('The tokens are still there')
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

const userOf = ({ snapshot }: StepContext): User => {
  const { user } = snapshot.context
  if (!user) throw new Error('Nobody is signed in')
  return user
}

/** Gives an answer, or none, and waits until the page has heard it: its clock may only go on from there. */
async function answerAndWait({ page }: StepContext, answer: Promise<void>) {
  const settled = Promise.race([page.waitForEvent('requestfinished'), page.waitForEvent('requestfailed')])
  await answer
  await settled
  for (let turn = 0; turn < 3; turn++)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = resolve
          port2.postMessage('')
        }),
    )
}

/** The host answers both calls of a check, as what the machine then knows. */
async function answerMember(seen: StepContext) {
  const isMember = seen.snapshot.context.role === 'membership'
  await answerAndWait(seen, seen.hold.json(members, memberOf(userOf(seen), isMember)))
}
/** Who the host says it is: not always whom the machine then knows, for somebody else is asked for once more. */
const outputOf = ({ event }: { event: unknown }) => (event as { output: SessionCheckOutput }).output
function userInAnswer(seen: { event: unknown }): User {
  const { kind, user } = outputOf(seen)
  if (!user) throw new Error(`'${kind}' names no user`)
  return user
}
async function answerBoth(seen: StepContext & { event: unknown }) {
  const user = userInAnswer(seen)
  await seen.hold.json(me, meOf(user))
  await answerAndWait(seen, seen.hold.json(members, memberOf(user, outputOf(seen).kind === 'member')))
}

/** Logs out as a person does: the menu of the account, Logout, and Logout again. */
async function logOut(seen: StepContext) {
  const { page, expect } = seen
  await button(page, /’s account menu$/).click()
  const entry = page.getByRole('menuitem', { name: 'Logout' })
  await advanceUntil(seen, () => expect(entry).toBeVisible({ timeout: 100 }))
  await entry.click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Logout' })
  await advanceUntil(seen, () => expect(confirm).toBeVisible({ timeout: 100 }))
  await confirm.click()
}

/** Nobody sees how things are cleared away: no call is in it, and what can be looked at is what comes after it. */
const seeSignInUrl = ({ page, expect }: StepContext) => expect(page).toHaveURL('/signin')

/** The host is asked: the call is held. */
const seeRequested = async ({ hold }: StepContext) => void (await hold.waitFor(me))
const seeNotRequested = ({ hold, expect }: StepContext) => {
  expect(hold.waiting).not.toContain(me)
}

/** The shell stands there. Its code may only just have come, and React lets a fallback stand for 300 ms. */
const seeAppShell = (seen: StepContext) =>
  advanceUntil(seen, () => seen.expect(button(seen.page, /’s account menu$/)).toBeVisible({ timeout: 100 }))

async function seeOpening(seen: StepContext) {
  await seeRequested(seen)
  await seen.expect(seen.page.getByRole('navigation')).toBeHidden()
}

/** The navigation of the role and the user's name; the banner only while the host is unreachable. */
async function seeSignedIn(seen: StepContext) {
  const { page, expect, snapshot } = seen
  await seeAppShell(seen)
  const links = navigationLinks(page)
  await expect(links.filter({ hasText: 'Profile' })).toBeVisible()
  await expect(links.filter({ hasText: 'Live Channels' })).toBeVisible({
    visible: snapshot.context.role === 'membership',
  })
  await expect(button(page, `${userOf(seen).display_name}’s account menu`)).toBeVisible()
  await expect(heading(page, 'Sign in')).toBeHidden()
  const isUnreachable = snapshot.hasTag('unreachable')
  await expect(banner(page)).toBeVisible({ visible: isUnreachable })
  if (isUnreachable)
    await expect(button(page, 'Try again')).toHaveAttribute(
      'aria-disabled',
      String(!snapshot.can({ type: 'session.retry' })),
    )
}
const seeCheck = async (seen: StepContext) => {
  await seeRequested(seen)
  await seeSignedIn(seen)
}
const seeNoCheck = async (seen: StepContext) => {
  await seeSignedIn(seen)
  seeNotRequested(seen)
}

/** A screen that reads neither the user nor the member record for itself, so that only the session asks for them. */
const quietPath = '/support/faqs'

/** Goes there as by the browser's own history: the way over the profile would ask for the member record, too. */
const goTo = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** Whoever signs in from here goes there, as if the guard had sent them from it. */
const setOriginToQuietPath = (page: Page) =>
  page.evaluate((from) => {
    const was = history.state as { usr?: object } | null
    history.replaceState({ ...was, usr: { ...was?.usr, from } }, '')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, quietPath)

export default createPageDriver(createModel, {
  heldCalls: [me, members, avatar, sessions, login, logout],
  open: async ({ page, snapshot }) => {
    await otherTab(page)
    await signIn(page, 'member')
    await page.evaluate((was) => {
      if (!was) return
      localStorage.setItem('userParams', JSON.stringify(was))
      localStorage.setItem('userAuth', 'true')
      localStorage.setItem('userRole', '"membership"')
    }, snapshot.context.user)
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
    'session.leave / the host ended the session': async (seen) => {
      await logOut(seen)
      await seen.hold.passThrough(logout)
    },
    'session.leave / the host was unreachable': async (seen) => {
      await logOut(seen)
      await seen.hold.abort(logout)
    },
    'session.retry': ({ page }) => button(page, /^(Retry|Try again)$/).click(),
    'session.recheck': async (seen) => {
      const { page, hold, expect } = seen
      if (hold.waiting.includes(avatar)) return answerAndWait(seen, hold.refuse(avatar, sessionExpired))
      // That one is answered for good: another screen asks for something, too.
      await goTo(page, '/profile/all-sessions')
      await answerAndWait(seen, hold.refuse(sessions, sessionExpired))
      await navigationLinks(page).filter({ hasText: 'Support' }).click()
      await expect(heading(page, 'Support')).toBeVisible()
    },
    'window.focused': ({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('focus'))),
    'network.returned': ({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    'tab.signedIn': async (seen) => {
      if (new URL(seen.page.url()).pathname === '/signin') await setOriginToQuietPath(seen.page)
      await signInElsewhere(seen, seen.event.user)
    },
    'tab.signedOut': (seen) => signOutElsewhere(seen),
  },
  outcomes: {
    'sessionCheck done': answerBoth,
    'sessionCheck done / the role is unknown': async (seen) => {
      await seen.hold.json(me, meOf(userInAnswer(seen)))
      await answerAndWait(seen, seen.hold.abort(members))
    },
    'sessionCheck done / refused': (seen) => answerAndWait(seen, seen.hold.refuse(me, sessionExpired)),
    'sessionCheck done / unreachable': (seen) => answerAndWait(seen, seen.hold.abort(me)),
    'signInCheck done': answerMember,
    'signInCheck done / the role is unknown': (seen) => answerAndWait(seen, seen.hold.abort(members)),
    // It comes by itself: there is nothing to be answered.
    'clearSession done': async () => undefined,
  },
  states: {
    'opening.firstTry': async (seen) => {
      await seeOpening(seen)
      await seen.expect(seen.page.getByRole('status', { name: 'Loading' })).toBeVisible()
    },
    'opening.retrying': async (seen) => {
      await seeOpening(seen)
      await seen.expect(button(seen.page, 'Retry')).toBeDisabled()
      await seen.expect(seen.page.getByRole('status').filter({ hasText: 'Connecting…' })).toBeVisible()
    },
    'failed.cooldown': async (seen) => {
      await seen.expect(heading(seen.page, 'No connection')).toBeVisible()
      await seen.expect(button(seen.page, 'Retry')).toBeDisabled()
      seeNotRequested(seen)
    },
    'failed.waiting': async (seen) => {
      await seen.expect(heading(seen.page, 'No connection')).toBeVisible()
      await seen.expect(button(seen.page, 'Retry')).toBeEnabled()
      await seen.expect(seen.page.getByText('Connecting…')).toBeHidden()
      seeNotRequested(seen)
    },
    signingOut: seeSignInUrl,
    signedOut: async ({ page, expect, snapshot }) => {
      await expect(page).toHaveURL('/signin')
      await expect(heading(page, 'Sign in')).toBeVisible()
      await expect(button(page, 'Login')).toBeEnabled()
      await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false')
      if (snapshot.context.message !== undefined) await expect(page.getByText(snapshot.context.message)).toBeVisible()
      const left = await page.evaluate(() => ({ ...localStorage, ...sessionStorage, cookies: document.cookie }))
      expect(left).toMatchObject({ userAuth: 'false', userRole: 'null' })
      expect(JSON.stringify(left)).not.toMatch(/_token|userParams|statecast\.test/)
    },
    signingIn: async (seen) => {
      await seen.hold.waitFor(members)
      await seen.expect(seen.page.locator('form')).toHaveAttribute('aria-busy', 'true')
    },
    'signedIn.cooldown': seeNoCheck,
    'signedIn.recheckPending': seeNoCheck,
    'signedIn.idle': seeNoCheck,
    'signedIn.checking.confirmed': seeCheck,
    'signedIn.checking.retrying': seeCheck,
    'signedIn.unreachable.cooldown': seeNoCheck,
    'signedIn.unreachable.waiting': seeNoCheck,
    // Clearing takes no call, so what can be seen is that the other user is loading.
    switchingUser: async ({ page, expect }) => {
      await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
      await expect(page.getByRole('navigation')).toBeHidden()
    },
  },
  notInBrowser: {
    'user.edited':
      'It comes from the form of the profile, which is another flow; profile.spec.ts sees the name change.',
    'sessionCheck done / no tokens':
      'Tokens that are not there are found missing at once, no answer can be held; badInput.spec.ts lets them run out.',
    'clearSession error': 'Storage that refuses is passed over, and a cache in memory always clears.',
  },
})
