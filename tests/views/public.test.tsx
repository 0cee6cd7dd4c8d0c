/** The screens in front of the sign-in: sign-in with its carousel, forgot password, password reset. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { disconnect, field, fill, heading, press, textOf, textsOf, useApp } from './useApp.tsx'

const app = useApp()

const password = 'live-news-24'
const login = 'POST /wp-json/custom-plugin/user-login'
const forgot = 'POST /wp-json/channel/v2/user_forget'
const reset = 'POST /wp-json/channel/v2/user_forget/'

const loginField = () => field('E-mail or username')
const attributesOf = (element: Element, ...names: readonly string[]) => names.map((name) => element.getAttribute(name))
const shownAlert = () => screen.getAllByRole('alert').find((one) => textOf(one) !== '')
const seeAlert = (text: string | RegExp) =>
  waitFor(() => expect(textOf(shownAlert() ?? document.createElement('i'))).toMatch(text))

describe('the sign-in form', () => {
  const submit = async (name: string, secret: string) => {
    await fill('E-mail or username', name)
    await fill('Password', secret)
    await press('Login')
  }

  it.each([
    ['/video/harbor-one', 'Sign in to watch Harbor One', 'HO'],
    ['/video/rotunda', 'Sign in to watch Rotunda', 'R'],
    ['/video/%3Cb%3E', 'Sign in to watch your channel', undefined],
  ])('names the channel of the link %s, with its letters', { tags: 'signIn.channel' }, async (path, text, letters) => {
    await app.open(path)
    const reason = (await screen.findByText(text, { exact: false, selector: 'p' })) as HTMLElement
    const mark = reason.querySelector('[aria-hidden="true"]')
    expect(mark?.textContent.toUpperCase()).toBe(letters)
    mark?.remove()
    expect(textOf(reason)).toBe(text)
    expect(location.pathname).toBe('/signin')
  })

  it('names no channel without such a link', { tags: 'signIn.channel' }, async () => {
    await app.open('/guide')
    await heading('Sign in')
    expect(screen.queryByText(/^Sign in to watch/)).toBeNull()
  })

  it('has login and password fields that password managers recognize', async () => {
    await app.open('/signin')
    const name = await loginField()
    expect(attributesOf(name, 'autocomplete', 'autocapitalize', 'spellcheck', 'aria-required')).toEqual([
      ...['username', 'none', 'false', 'true'],
    ])
    expect(name.type).toBe('text')
    expect(attributesOf(await field('Password'), 'autocomplete', 'type', 'aria-required')).toEqual([
      ...['current-password', 'password', 'true'],
    ])
  })

  it(
    'sends the trimmed login, the password, and Remember me, which is off by default, as true or an empty string',
    { tags: ['signIn.fields', 'calls.signIn'] },
    async () => {
      await app.open('/signin')
      const remember = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Remember me' })
      expect(remember.checked).toBe(false)
      await submit('  nobody ', ' wrong ')
      await waitFor(() => expect(shownAlert()).toBeDefined())
      fireEvent.click(screen.getByText('Remember me'))
      expect(remember.checked).toBe(true)
      await press('Login')
      await waitFor(() =>
        expect(app.bodies(login)).toEqual([
          { username: 'nobody', password: ' wrong ', remember_me: '' },
          { username: 'nobody', password: ' wrong ', remember_me: true },
        ]),
      )
      await waitFor(() => expect(shownAlert()).toBeDefined())
    },
  )

  it('keeps its values and shows why if the host is unreachable', { tags: 'signIn.unreachable' }, async () => {
    app.respond(login, disconnect)
    await app.open('/signin')
    await submit('member', password)
    await seeAlert(/^Login failed\. Statecast isn’t responding\. Check your connection and try again\.$/)
    expect([(await loginField()).value, (await field('Password')).value]).toEqual(['member', password])
  })

  it.each([
    [
      429,
      'too_many_retries',
      '<strong>ERROR</strong>: Too many failed login attempts.',
      'ERROR: Too many failed login attempts.',
    ],
    [403, 'authentication_failed', 'Please verify your email first.', 'Please verify your email first.'],
    [
      500,
      'internal_server_error',
      'Uncaught Error',
      'Login failed. Something went wrong on our side. Please try again.',
    ],
  ])(
    'shows the sentence of a refusal with a code that nobody listed: %s %s',
    { tags: ['calls.refusals', 'calls.noResponse'] },
    async (status, code, message, shown) => {
      const body = { code, message, data: null }
      app.respond(login, () => Response.json(body, { status }), { isOffContract: true })
      await app.open('/signin')
      await submit('member', password)
      await waitFor(() => expect(shownAlert()?.textContent).toBe(shown))
    },
  )

  it('sends values that a password manager filled in without events', async () => {
    await app.open('/signin')
    ;(await loginField()).value = 'guest@statecast.test'
    ;(await field('Password')).value = password
    await press('Login')
    await heading('Profile')
  })

  it('sends nothing if the login is only spaces', { tags: 'signIn.required' }, async () => {
    await app.open('/signin')
    await submit('   ', 'x')
    const name = await screen.findByRole('textbox', { description: 'E-mail field is required' })
    expect(document.activeElement).toBe(name)
    expect((await field('Password')).getAttribute('aria-invalid')).not.toBe('true')
    expect(app.sent()).toEqual([])
  })

  it(
    'links to social media in new tabs, and to the external subscription page',
    { tags: ['signIn.links', 'signIn.create'] },
    async () => {
      await app.open('/signin')
      const list = await screen.findByRole('list', { name: 'Social media' })
      const social = within(list).getAllByRole('link')
      expect(textsOf(social)).toEqual(['Facebook', 'Instagram', 'YouTube'])
      for (const [i, link] of social.entries()) {
        const [href, target, rel] = attributesOf(link, 'href', 'target', 'rel')
        expect(new URL(href ?? '').host).toBe(['www.facebook.com', 'www.instagram.com', 'www.youtube.com'][i])
        expect([target, rel]).toEqual(['_blank', expect.stringMatching(/noreferrer/)])
      }
      expect(textOf(document.querySelector('footer') ?? list)).toContain("Don't have an account? Create")
      const create = screen.getByRole('link', { name: 'Create' }).getAttribute('href')
      expect(new URL(create ?? '').origin).not.toBe(location.origin)
    },
  )

  it(
    'takes the name and every external link from the configuration',
    { tags: ['shell.title', 'signIn.links', 'signIn.create'] },
    async () => {
      await app.open('/signin', undefined, {
        brand: { name: 'Nightdesk' },
        links: { signUp: 'https://join.example/' },
        social: { facebook: 'https://f.example/', instagram: 'https://i.example/', youtube: 'https://y.example/' },
      })
      await waitFor(() => expect(document.title).toBe('Sign in · Nightdesk'))
      for (const [name, address] of [
        ['Facebook', 'https://f.example/'],
        ['Instagram', 'https://i.example/'],
        ['YouTube', 'https://y.example/'],
        ['Create', 'https://join.example/'],
      ] as const)
        expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(address)
      expect(screen.queryAllByText(/Statecast/)).toEqual([])
    },
  )
})

describe('the carousel', () => {
  const slide = (number: 1 | 2) => screen.findByLabelText(`${number} of 2`)

  it(
    'shows a channel logo and the stores with their icons, then four verified channels with their followers',
    { tags: ['signIn.firstSlide', 'signIn.stores', 'signIn.secondSlide'] },
    async () => {
      await app.open('/signin')
      const first = within(await slide(1))
      first.getByRole('img', { name: 'One' })
      const stores = within(first.getByRole('list', { name: 'Available on' })).getAllByRole('listitem')
      expect(textsOf(stores)).toEqual(['Android TV', 'Google Play', 'Fire TV', 'Roku', 'Windows'])
      for (const store of stores) expect(store.querySelector('svg')).not.toBeNull()
      const cards = within(await slide(2)).getAllByRole('listitem')
      const expected = [
        ['CNN', '18.2k'],
        ['MSNBC', '9.7k'],
        ['Fox News', '55.6k'],
        ['CBS NEWS', '18.2k'],
      ] as const
      expect(cards).toHaveLength(expected.length)
      for (const [i, card] of cards.entries()) {
        const [name, followers] = expected[i] ?? []
        expect(textOf(within(card).getByRole('heading'))).toContain(name)
        within(card).getByRole('img', { name: 'Verified' })
        within(card).getByText('Stay up to date with developing stories')
        expect(textOf(card)).toContain(followers)
        expect(textOf(within(card).getByRole('button'))).toBe('Play Channel')
      }
    },
  )

  it('has two numbered slides for screen readers', async () => {
    await app.open('/signin')
    const region = await screen.findByRole('region', { name: 'Channels and devices' })
    expect(region.getAttribute('aria-roledescription')).toBe('carousel')
    expect(region.querySelector('[role="status"]')?.getAttribute('aria-live')).toBe('polite')
    for (const number of [1, 2] as const)
      expect(attributesOf(await slide(number), 'role', 'aria-roledescription')).toEqual(['group', 'slide'])
    expect(within(region).queryByRole('region')).toBeNull()
  })

  it(
    'focuses the field of the sign-in or of the forgot-password panel with Play Channel',
    { tags: 'signIn.playChannel' },
    async () => {
      await app.open('/signin')
      for (const name of ['CNN', 'MSNBC', 'Fox News', 'CBS NEWS']) {
        ;(await screen.findByRole('link', { name: 'Create' })).focus()
        await press(`Play Channel ${name}`)
        const wanted = await loginField()
        await waitFor(() => expect(document.activeElement).toBe(wanted))
        expect(location.pathname).toBe('/signin')
      }
      await press('Forget Password', 'link')
      await heading('Forgot your password?')
      screen.getByRole('link', { name: 'Create' }).focus()
      await press('Play Channel CNN')
      const wanted = await loginField()
      await waitFor(() => expect(document.activeElement).toBe(wanted))
    },
  )
})

describe('the forgot-password panel', () => {
  const sent = 'Password reset instructions were sent successfully.'
  const submit = async (account: string) => {
    await fill('E-mail or username', account)
    await press('Send Reset Instructions')
  }

  it('opens by the navigation state, which a reload keeps', { tags: 'forgot.open' }, async () => {
    await app.open('/reset-password')
    await press('Back to Forget Password Page', 'link')
    await heading('Forgot your password?')
    expect(location.pathname).toBe('/signin')
    expect(document.title).toBe('Forgot password · Statecast')
    app.reload()
    await heading('Forgot your password?')
    await press('Back to Sign In')
    await heading('Sign in')
    expect(document.title).toBe('Sign in · Statecast')
    app.reload()
    await heading('Sign in')
  })

  it('opens by the query forgetToggle=true&forget=true only', { tags: 'forgot.open' }, async () => {
    await app.open('/signin?forgetToggle=true&forget=true')
    await heading('Forgot your password?')
    await press('Back to Sign In')
    await heading('Sign in')
    await waitFor(() => expect(location.pathname + location.search).toBe('/signin'))
    for (const less of ['forgetToggle=true', 'forget=true', 'forgetToggle=true&forget=false']) {
      await app.open(`/signin?${less}`)
      await heading('Sign in')
    }
  })

  it('refuses only white space where it shows a refusal', { tags: 'forgot.required' }, async () => {
    await app.open('/forget/password')
    await submit('  ')
    await seeAlert(/^Email address field is empty$/)
    expect(app.sent()).toEqual([])
  })

  it('shows a spinner instead of the button while the call is in flight', { tags: 'forgot.busy' }, async () => {
    const held = app.hold(forgot)
    await app.open('/forget/password')
    await submit('member')
    await screen.findByText('Sending reset instructions')
    expect(screen.queryByRole('button', { name: 'Send Reset Instructions' })).toBeNull()
    expect(document.querySelector('form .mantine-Loader-root')).not.toBeNull()
    held.release()
    await screen.findByRole('button', { name: 'Send Reset Instructions' })
    expect(document.querySelector('form .mantine-Loader-root')).toBeNull()
  })

  it(
    'shows the specified text if the host is unreachable, and sends again',
    { tags: 'forgot.unreachable' },
    async () => {
      app.respond(forgot, disconnect)
      await app.open('/forget/password')
      await submit('member')
      await seeAlert(/^Error occurred while sending reset instructions$/)
      app.passOn(forgot)
      await press('Send Reset Instructions')
      await screen.findByText(sent)
    },
  )

  it('aborts a running call with the back arrow', async () => {
    const aborted = new Promise((resolve) =>
      app.respond(forgot, (request) => {
        request.signal.addEventListener('abort', resolve)
        return new Promise(() => undefined)
      }),
    )
    await app.open('/forget/password')
    await submit('member')
    await waitFor(() => expect(app.bodies(forgot)).toHaveLength(1))
    await press('Back to Sign In')
    await aborted
    await field('Password')
  })

  it(
    'sends a multipart call without the bearer, and the account gets a link',
    { tags: ['forgot.anyAccount', 'calls.forgotPassword', 'calls.bearer'] },
    async () => {
      await app.open('/forget/password')
      await submit('  Member ')
      await screen.findByText(sent)
      const [call, ...more] = app.sent()
      expect(more).toEqual([])
      expect(call?.call).toBe('POST /wp-json/channel/v2/user_forget')
      expect(call?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
      expect(call?.headers.get('authorization')).toBeNull()
      const mails = await app.sandbox.readMailbox()
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['member@statecast.test', '[Statecast] Password Reset'],
      ])
      expect(mails[0]?.links).toEqual([expect.stringMatching(/\/reset-password\?key=\w{20}&login=member$/)])
    },
  )

  it("shows the message of a failed call, and one without 'success'", { tags: 'forgot.result' }, async () => {
    app.refuse(forgot, 429, 'password_reset_limit', 'Too many <b>resets</b>.')
    await app.open('/forget/password')
    await submit('member')
    await seeAlert(/^Too many resets\.$/)
    app.respond(forgot, () => Response.json({ message: 'Ask the support.' }), { isOffContract: true })
    await press('Send Reset Instructions')
    await seeAlert(/^Ask the support\.$/)
    expect(screen.queryByText(sent)).toBeNull()
  })
})

describe('the password reset', () => {
  const newPassword = 'lamp river 24'
  const submit = async (secret = newPassword) => {
    await fill('New Password', secret)
    await fill('Confirm Password', secret)
    await press('Reset Password')
  }

  it.each(['', '?key=abc', '?login=member', '?key=&login=member', '?key=abc&login='])(
    'with a link without a parameter (‘%s’) shows the Error view with a link to /signin',
    { tags: 'reset.missing' },
    async (query) => {
      await app.open(`/reset-password${query}`)
      await heading('Error')
      await seeAlert(/^Invalid reset link\. Please request a new password reset\.$/)
      expect(location.pathname + location.search).toBe('/reset-password')
      expect(app.sent()).toEqual([])
      expect(screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe('/signin')
    },
  )

  it('sets a new password; only the new one signs in', { tags: ['reset.done', 'calls.resetPassword'] }, async () => {
    await app.openResetLink('member')
    await submit()
    await heading('Password Reset')
    expect(document.title).toBe('Password Reset · Statecast')
    const [check, change] = app.bodies(reset)
    expect(check).toEqual({ key: expect.stringMatching(/^\w{20}$/), login: 'member' })
    expect(change).toEqual({ ...(check as object), new_password: newPassword, confirm_password: newPassword })
    const headers = app.sent().map((call) => call.headers)
    expect(headers.map((one) => one.get('authorization'))).toEqual([null, null])
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect([link('Go to Sign In'), link('Go to website')]).toEqual(['/signin', expect.stringMatching(/^https:/)])
    await press('Go to Sign In', 'link')
    await fill('E-mail or username', 'member@statecast.test')
    await fill('Password', password)
    await press('Login')
    await seeAlert(/password/i)
    await fill('Password', newPassword)
    await press('Login')
    await heading('Live Channels')
  })

  it('shows success again after a reload and after going back', { tags: 'reset.key' }, async () => {
    await app.openResetLink('member')
    await submit()
    await heading('Password Reset')
    expect(JSON.stringify(history.state)).not.toMatch(/"key":"\w{20}"/)
    app.reload()
    await heading('Password Reset')
    await press('Go to Sign In', 'link')
    await heading('Sign in')
    history.back()
    await heading('Password Reset')
  })

  it('links to /signin, and to /signin with the panel open', { tags: 'reset.links' }, async () => {
    await app.openResetLink('member')
    await field('New Password')
    await press('Back to Sign In', 'link')
    await heading('Sign in')
    history.back()
    await field('New Password')
    await press('Back to Forget Password Page', 'link')
    await heading('Forgot your password?')
    expect(location.pathname).toBe('/signin')
  })

  it('shows how strong the password is without rejecting any', async () => {
    await app.openResetLink('member')
    const hint = (description: RegExp) =>
      waitFor(async () => {
        const ids = (await field('New Password')).getAttribute('aria-describedby') ?? ''
        expect(
          ids
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent ?? '')
            .join(' '),
        ).toMatch(description)
      })
    await hint(/Use 12 or more characters/)
    await fill('New Password', 'password1')
    await hint(/Too common: this is one of the first passwords people guess/)
    await fill('New Password', 'lamp river trombone')
    await hint(/Strong/)
    await submit('password1')
    await heading('Password Reset')
  })

  it('supports password managers, and shows and hides each password separately', async () => {
    await app.openResetLink('member')
    for (const name of ['New Password', 'Confirm Password'])
      expect((await field(name)).getAttribute('autocomplete')).toBe('new-password')
    expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe('member')
    const types = async () => [(await field('New Password')).type, (await field('Confirm Password')).type]
    const toggle = async (name: string) => fireEvent.mouseDown(await screen.findByRole('button', { name }))
    await toggle('Show new password')
    await waitFor(async () => expect(await types()).toEqual(['text', 'password']))
    await toggle('Hide new password')
    await toggle('Show password confirmation')
    await waitFor(async () => expect(await types()).toEqual(['password', 'text']))
  })

  it('redirects a user who is signed in', { tags: 'access.public' }, async () => {
    await app.open('/reset-password?key=abcdefghij0123456789&login=member', 'member')
    await heading('Live Channels')
    expect(JSON.stringify(history.state)).not.toContain('abcdefghij0123456789')
  })

  it('shows an unknown login as text', async () => {
    vi.stubGlobal('alert', () => expect.unreachable())
    await app.open(
      `/reset-password?key=abcdefghij0123456789&login=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
    )
    await heading('Reset Link Expired')
    expect(document.querySelectorAll('img')).toHaveLength(0)
  })
})
