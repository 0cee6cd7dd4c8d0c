/** The features that every browser engine must have. Each one starts with fresh data of the sandbox. */
import { testCards } from '../e2e/card.ts'
import { type SandboxClient } from '../e2e/server.ts'
import { type Network } from './network.ts'
import {
  button,
  combobox,
  css,
  dialog,
  field,
  heading,
  itemsOf,
  link,
  option,
  radio,
  region,
  type Page,
} from './page.ts'

export type Account = 'member' | 'guest'

export interface Feature {
  name: string
  /** The account that is signed in at the start. */
  as?: Account
  run(page: Page, sandbox: SandboxClient, network: Network): Promise<void>
}

const password = 'live-news-24'
const login = field('E-mail or username')
const secret = css('input[name="password"]')
const accountMenu = button(/’s account menu$/)
const player = css('video')

/** Fails with the first difference of two lists. */
function equals<T>(what: string, actual: readonly T[], expected: readonly T[]): void {
  const [shown, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (shown !== wanted) throw new Error(`${what}: ${shown} instead of ${wanted}`)
}

/** Compares the rows of the sandbox's ledger, each as kind, provider, plan and amount. */
async function paid(sandbox: SandboxClient, ...rows: string[]): Promise<void> {
  const ledger = await sandbox.ledger()
  equals(
    'the ledger',
    ledger.map(({ kind, provider, plan_id, amount }) => `${kind} ${provider} ${plan_id} ${String(amount)}`),
    rows,
  )
}

async function signIn(page: Page, account: Account, secretText = password): Promise<void> {
  await page.fill(login, `${account}@statecast.test`)
  await page.fill(secret, secretText)
  await page.press(button('Login'))
}

async function openMenuEntry(page: Page, name: string): Promise<void> {
  await page.press(accountMenu)
  await page.press({ role: 'menuitem', name })
}

/** Types a card into the provider's frame. */
async function typeCard(page: Page, number: string): Promise<void> {
  const frame = 'Secure card payment input frame'
  await page.fill(field('Card number', { frame }), number)
  await page.fill(field(/^Expiration/, { frame }), '1230')
  await page.fill(field(/^Security code/, { frame }), '123')
  await page.fill(field(/^Postal code/, { frame }), '04101')
}

async function fillCardForm(page: Page, number: string): Promise<void> {
  await page.fill(field('Cardholder name'), 'Gus Guest')
  await page.fill(field('Billing address'), '1 Main Street')
  await typeCard(page, number)
}

async function payByCard(page: Page, number: string): Promise<void> {
  await page.open('/subscribe/102')
  await fillCardForm(page, number)
  await page.press(button('Pay $19.99'))
}

async function openPaypal(page: Page): Promise<void> {
  await page.open('/subscribe/102')
  await page.press(radio('PayPal Payment Method'))
  await page.press(button('Pay with PayPal', { frame: 'PayPal' }))
  await page.switchTo('other')
}

/** Opens a live channel and starts it if the browser blocks autoplay. */
async function watch(page: Page): Promise<void> {
  await page.open('/video/harbor-one')
  await page.expects(player, 'plays or is blocked', ({ attributes }) =>
    /playing|blocked/.test(attributes['data-state'] ?? ''),
  )
  if ((await page.find(player))?.attributes['data-state'] === 'blocked') await page.press(button('Play'))
  await page.has(player, 'data-state', 'playing')
}

const currentTime = () => document.querySelector('video')?.currentTime ?? 0
const isFullScreen = () => document.fullscreenElement !== null

export const features: readonly Feature[] = [
  {
    name: 'sign in',
    run: async (page) => {
      await page.open('/signin')
      await signIn(page, 'member')
      await page.sees(heading('Live Channels'))
      await page.isAt('/')
      await page.reload()
      await page.sees(heading('Live Channels'))
    },
  },
  {
    name: 'sign in with a wrong password, then to the requested page',
    run: async (page) => {
      await page.open('/support/faqs')
      await page.isAt('/signin')
      await signIn(page, 'guest', 'wrong')
      await page.reads('The password you entered for the email address guest@statecast.test is incorrect.')
      await page.fill(secret, password)
      await page.key('Enter')
      await page.sees(heading('FAQs'))
      await page.isAt('/support/faqs')
    },
  },
  {
    name: 'leave a page while code loads',
    run: async (page, _, network) => {
      await page.open('/signin')
      await page.sees(button('Login'))
      await page.run(() => {
        const isFailed = () => document.body.innerText.includes('Reload to continue')
        const note = () => isFailed() && sessionStorage.setItem('shown', 'failure')
        new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
      })
      network.hold()
      await page.press(link('Forget Password'))
      await page.run(() => {
        // The browser cancels this request together with the one of the code.
        fetch('/healthz').catch(() => sessionStorage.setItem('canceled', 'yes'))
        setTimeout(() => location.assign('/reset-password'))
      })
      await page.until('the request is canceled', () => page.run(() => sessionStorage.getItem('canceled') === 'yes'))
      // The page has the time to show a failure. WebKit draws no frame of a page that is being left.
      await page.run(() => new Promise((resolve) => setTimeout(() => setTimeout(() => resolve(undefined)))))
      network.release()
      await page.isAt('/reset-password')
      equals('the failures', [await page.run(() => sessionStorage.getItem('shown'))], [null])
    },
  },
  {
    name: 'page for accounts without a membership',
    as: 'guest',
    run: async (page) => {
      await page.open('/video/longitude')
      await page.isAt('/unauth')
      await page.sees(heading('Unauthorized / UnSubscribed Person'))
      await page.press(link('Go to Profile'))
      await page.press(link('Choose a plan'))
      await page.shows({ role: 'article', name: 'Yearly' }, '$179 per year')
    },
  },
  {
    name: 'channels: filter and search',
    as: 'member',
    run: async (page) => {
      await page.open('/')
      await page.reads('channels live now')
      await page.press(button('Weather', { within: { role: 'group', name: 'Category' } }))
      await page.isAt('/?category=Weather')
      await page.press(button('All topics'))
      await page.fill({ role: 'searchbox', name: 'Search channels and shows' }, 'HARBÓR one')
      await page.counts(itemsOf('Channels'), 1)
      await page.shows(itemsOf('Channels'), 'Harbor One')
    },
  },
  {
    name: 'star',
    as: 'member',
    run: async (page) => {
      const star = button('Favorite Longitude')
      await page.open('/')
      await page.press(star)
      await page.has(star, 'aria-pressed', 'true')
      await page.has(star, 'aria-busy', 'false')
      await page.reload()
      await page.has(star, 'aria-pressed', 'true')
      await page.open('/favourites')
      await page.shows(itemsOf('Favorite channels'), 'Longitude')
    },
  },
  {
    name: 'video',
    as: 'member',
    run: async (page) => {
      await watch(page)
      const from = await page.run(currentTime)
      await page.until('the video advances', async () => (await page.run(currentTime)) > from + 1)
    },
  },
  {
    name: 'video: captions',
    as: 'member',
    run: async (page) => {
      await watch(page)
      await page.type('c')
      await page.has(button('Captions'), 'aria-pressed', 'true')
      await page.expects(css('[data-caption]'), 'has a text', ({ text }) => /\w{3}/.test(text))
    },
  },
  {
    name: 'video: full screen',
    as: 'member',
    run: async (page) => {
      await watch(page)
      await page.press(button('Full screen'))
      await page.until('full screen', () => page.run(isFullScreen))
      await page.type('f')
      await page.until('no full screen', async () => !(await page.run(isFullScreen)))
    },
  },
  {
    name: 'video: keyboard',
    as: 'member',
    run: async (page) => {
      await watch(page)
      await page.type('k')
      await page.until('the video is paused', () => page.run(() => document.querySelector('video')?.paused === true))
      // The player has the focus. The next stop is one of its controls, not the video element.
      await page.key('Tab')
      await page.until('the focus is on a control', () =>
        page.run(() => document.activeElement?.closest('[role="toolbar"]') !== null),
      )
      await page.type('n')
      await page.isAt('/video/longitude')
    },
  },
  {
    name: 'pay by card',
    as: 'guest',
    run: async (page, sandbox) => {
      await payByCard(page, testCards.succeeds)
      await page.sees(heading('Thank You'))
      await paid(sandbox, 'charge stripe 102 19.99')
      await page.press(button('Continue now'))
      await page.sees(heading('Live Channels'))
    },
  },
  {
    name: 'pay by card: declined, then another card',
    as: 'guest',
    run: async (page, sandbox) => {
      await payByCard(page, testCards.declined)
      await page.reads('Your card was declined.')
      await paid(sandbox)
      await typeCard(page, testCards.succeeds)
      await page.press(button('Pay $19.99'))
      await page.sees(heading('Thank You'))
      await paid(sandbox, 'charge stripe 102 19.99')
    },
  },
  {
    name: 'pay by card: 3-D Secure',
    as: 'guest',
    run: async (page, sandbox) => {
      const frame = '3D Secure authentication'
      await payByCard(page, testCards.requiresAuthentication)
      await page.press(button('Fail', { frame }))
      await page.reads('unable to authenticate')
      await paid(sandbox)
      await page.press(button('Pay $19.99'))
      await page.press(button('Complete', { frame }))
      await page.sees(heading('Thank You'))
      await paid(sandbox, 'charge stripe 102 19.99')
    },
  },
  {
    name: 'pay with PayPal',
    as: 'guest',
    run: async (page, sandbox) => {
      await openPaypal(page)
      await page.press(button('Approve'))
      await page.switchTo('first')
      await page.shows(dialog('Congratulations'), '$19.99')
      await paid(sandbox, 'capture paypal 102 19.99')
    },
  },
  {
    name: 'cancel at PayPal',
    as: 'guest',
    run: async (page, sandbox) => {
      await openPaypal(page)
      await page.press(button('Cancel'))
      await page.switchTo('first')
      await page.reads('Subscription has been cancelled')
      await paid(sandbox)
    },
  },
  {
    name: 'upgrade with a saved card',
    as: 'member',
    run: async (page, sandbox) => {
      await page.open('/upgrade/103?type=upgrade')
      await page.shows(region('Pay with your saved card'), 'Visa •••• ending in 4242')
      await page.press(button(/^Pay Now/))
      await page.reads('Membership Upgraded Successfully!')
      await paid(sandbox, 'cancel stripe 102 null', 'charge stripe 103 49')
      await page.isAt('/profile/packages')
      await page.shows({ role: 'article', name: 'Quarterly' }, 'Current plan')
    },
  },
  {
    name: 'downgrade with a new card',
    as: 'member',
    run: async (page, sandbox) => {
      await page.open('/upgrade/103?type=downgrade')
      await page.press(button('Add a new payment method'))
      await fillCardForm(page, '5555555555554444')
      await page.press(button('Pay $49'))
      await page.sees(heading('Thank You'))
      await paid(sandbox, 'cancel stripe 102 null', 'charge stripe 103 49')
    },
  },
  {
    name: 'cards: add',
    as: 'member',
    run: async (page) => {
      await page.open('/profile/payment-cards')
      await page.counts(itemsOf('Cards'), 2)
      await page.press(button('Add a card'))
      await fillCardForm(page, testCards.succeeds)
      await page.press(button('Save card'))
      await page.reads('Card saved')
      await page.counts(itemsOf('Cards'), 3)
    },
  },
  {
    name: 'cards: default, remove',
    as: 'member',
    run: async (page) => {
      await page.open('/profile/payment-cards')
      await page.press(button('Set as default: Mastercard ending in 4444'))
      await page.reads('Default card updated')
      await page.press(button('Remove: Visa ending in 4242'))
      await page.press(button('Remove', { within: dialog('Remove this card?') }))
      await page.reads('Card removed')
      await page.reload()
      await page.counts(itemsOf('Cards'), 1)
      await page.shows(itemsOf('Cards'), 'Mastercard')
    },
  },
  {
    name: 'profile: details and location lists',
    as: 'member',
    run: async (page) => {
      await page.open('/profile/edit')
      await page.contains(field('Display name'), 'Mara Ellison')
      await page.contains(combobox('Country'), 'United States')
      await page.fill(field('Display name'), 'Mara E.')
      await page.press(combobox('State'))
      await page.press(option('Ohio'))
      await page.contains(combobox('State'), 'Ohio')
      await page.fill(combobox('City'), 'Dayt')
      await page.press(option('Dayton'))
      await page.contains(combobox('City'), 'Dayton')
      await page.press(button('Save changes'))
      await page.reads('Changes saved')
      await page.reload()
      await page.sees(button('Mara E.’s account menu'))
      await page.contains(combobox('City'), 'Dayton')
    },
  },
  {
    name: 'profile: unsaved changes',
    as: 'member',
    run: async (page) => {
      await page.open('/profile/edit')
      await page.contains(field('Display name'), 'Mara Ellison')
      await page.fill(field('Display name'), 'Mara E.')
      await page.press(link('Support', { within: { role: 'navigation', name: 'Main' } }))
      await page.press(button('Keep editing', { within: dialog('Discard changes?') }))
      await page.contains(field('Display name'), 'Mara E.')
      await page.isAt('/profile/edit')
      // The browser would ask before the next page.
      await page.press(button('Save changes'))
      await page.reads('Changes saved')
    },
  },
  {
    name: 'profile: picture',
    as: 'member',
    run: async (page) => {
      const picture = css('main img[alt="Your picture"]')
      await page.open('/profile/edit')
      await page.sees(picture)
      await page.chooseFile('input[type="file"]', 'public/icons/mark-192.png')
      await page.reads('Photo updated')
      await page.expects(picture, 'is the new one', ({ attributes }) => /\/2-\w+\.png$/.test(attributes['src'] ?? ''))
      await page.until('the picture is drawn', () =>
        page.run(
          () => (document.querySelector<HTMLImageElement>('main img[alt="Your picture"]')?.naturalWidth ?? 0) > 0,
        ),
      )
    },
  },
  {
    name: 'devices: sign out',
    as: 'member',
    run: async (page) => {
      await page.open('/profile/all-sessions')
      await page.counts(itemsOf('Devices'), 3)
      await page.press(button('Sign out: Roku'))
      await page.reads('Device signed out.')
      await page.counts(itemsOf('Devices'), 2)
      await page.press(button('Sign out all other devices'))
      await page.press(button('Sign out', { within: dialog('Sign out all other devices?') }))
      await page.reads('All other devices are signed out.')
      await page.counts(itemsOf('Devices'), 1)
      await page.shows(itemsOf('Devices'), 'This device')
    },
  },
  {
    name: 'history',
    as: 'member',
    run: async (page) => {
      await page.open('/profile/transcation-history')
      await page.reads('13 transactions')
      await page.press(button('Amount'))
      await page.press(button('Amount'))
      await page.expects(css('tbody tr'), 'has the lowest amount', ({ text }) => text.endsWith('$0 Invoice'))
    },
  },
  {
    name: 'invoice',
    as: 'member',
    run: async (page) => {
      await page.open('/profile/transcation-history')
      await page.press(css('tbody tr a'))
      const invoice = { role: 'article', name: /^Invoice \d+$/ }
      await page.shows(invoice, 'Mara Ellison')
      await page.shows(invoice, 'Portland, ME 04101')
      await page.shows({ role: 'row', name: /^Total/, within: invoice }, '$19.99')
      await page.sees(button('Download PDF'))
    },
  },
  {
    name: 'dark',
    as: 'member',
    run: async (page) => {
      const background = () => getComputedStyle(document.documentElement).backgroundColor
      const isDark = () => page.until('the dark page', async () => (await page.run(background)) === 'rgb(10, 13, 18)')
      await page.open('/support/faqs')
      await page.sees(heading('FAQs'))
      await page.until('the light page', async () => (await page.run(background)) === 'rgb(251, 250, 247)')
      await page.press({ role: 'switch', name: 'Dark mode' })
      await isDark()
      await page.reload()
      await isDark()
    },
  },
  {
    name: 'second tab',
    as: 'member',
    run: async (page) => {
      await page.open('/support/faqs')
      await page.sees(heading('FAQs'))
      await page.openWindow('/favourites')
      await page.sees(heading('Favorites'))
      await openMenuEntry(page, 'Logout')
      await page.press(button('Logout', { within: { role: 'dialog' } }))
      await page.isAt('/signin')
      await page.switchTo('first')
      await page.reads('You signed out in another tab.')
      await page.isAt('/signin')
    },
  },
  {
    name: 'request a channel',
    as: 'member',
    run: async (page, sandbox) => {
      await page.open('/profile')
      await openMenuEntry(page, 'Request a Channel')
      await page.contains(field(/^Email/), 'member@statecast.test')
      await page.fill(field(/^Channel Name/), 'Harbor Two')
      await page.press(combobox(/^Region/))
      await page.press(option('West'))
      await page.press(radio('1080p (Good)'))
      await page.fill(field(/^Details/), 'Ferries')
      await page.press(button('Submit'))
      await page.reads('Your request has been submitted successfully.')
      const [mail] = await sandbox.mail()
      if (!mail?.text.includes('Channel: Harbor Two\nRegion: West\nPreferred quality: 1080p'))
        throw new Error(`the mail is ${mail?.text ?? 'missing'}`)
    },
  },
  {
    name: 'forgot and reset the password',
    run: async (page, sandbox) => {
      await page.open('/signin')
      await page.press(link('Forget Password'))
      // The field of the page before has the same label.
      await page.sees(button('Send Reset Instructions'))
      await page.fill(field('E-mail or username'), 'member')
      await page.press(button('Send Reset Instructions'))
      await page.reads('Password reset instructions were sent successfully.')
      const [mail] = await sandbox.mail()
      await page.open(mail?.links[0] ?? '')
      await page.fill(css('input[name="password"]'), 'lamp river 24')
      await page.fill(css('input[name="confirm"]'), 'lamp river 24')
      await page.press(button('Reset Password'))
      await page.reads('Password reset successful!')
      await page.press(link('Go to Sign In'))
      await signIn(page, 'member', 'lamp river 24')
      await page.sees(heading('Live Channels'))
    },
  },
  {
    name: 'support: questions and message',
    as: 'member',
    run: async (page, sandbox) => {
      await page.open('/support/faqs')
      await page.fill({ role: 'searchbox', name: 'Search help' }, 'INVOICE')
      await page.reads('1 answer')
      await page.counts(css('summary'), 1)
      await page.open('/support/form')
      await page.contains(field('Name'), 'Mara Ellison')
      await page.fill(field('Subject'), 'Invoice')
      await page.fill(field('Message'), 'Where is the invoice of March?')
      await page.press(button('Send'))
      await page.reads('Thank you. Your message has been sent.')
      equals(
        'the mail',
        (await sandbox.mail()).map(({ subject }) => subject),
        ['[Statecast] Support: Invoice'],
      )
    },
  },
  {
    name: 'copy a link',
    as: 'guest',
    run: async (page) => {
      await page.open('/profile')
      await openMenuEntry(page, 'Download Apps')
      await page.press(button('Copy link Roku'))
      await page.reads('Copied!')
    },
  },
  {
    name: 'log out',
    as: 'member',
    run: async (page) => {
      await page.open('/')
      await openMenuEntry(page, 'Logout')
      await page.press(button('Logout', { within: { role: 'dialog' } }))
      await page.isAt('/signin')
      await page.open('/favourites')
      await page.isAt('/signin')
    },
  },
  {
    name: 'atlas',
    run: async (page) => {
      await page.open('/atlas/#/signIn')
      await page.sees(heading('signIn'))
      const box = css('.box[data-state="submitting"]')
      await page.press(button('Fit'))
      await page.press(box)
      await page.expects(box, 'is selected', ({ attributes }) => (attributes['class'] ?? '').includes('is-selected'))
      await page.press({ role: 'searchbox', name: 'Search states and events' })
      await page.type('stream.blocked')
      await page.press(link(/^stream\.blocked → blocked/))
      await page.sees(heading('livePlayer'))
    },
  },
]
