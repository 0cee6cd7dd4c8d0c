/** The screens and dialogs behind the sign-in, except the account and the payments. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CATEGORIES, CHANNELS, REGIONS } from '../../server/sandbox/seed/channels.ts'
import { warmStreams } from '../../src/platform/warmStreams.ts'
import { installCardProvider } from './fakeCardProvider.ts'
import {
  disconnect,
  field,
  fill,
  heading,
  modify,
  openMenuEntry,
  press,
  textOf,
  textsOf,
  useApp,
  type Call,
} from './useApp.tsx'

const app = useApp()

const alertIn = (part: Element) => textOf(part.querySelector('[role="alert"]') ?? part)
const links = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => [textOf(link), link.getAttribute('href')])

describe('the shell', () => {
  it('removes the playlists of the streams when the user signs out', { tags: 'watch.warm' }, async () => {
    await app.open('/profile', 'member')
    await screen.findByRole('link', { name: /^Payment cards/ })
    // Any file of the page, because the store does not read what it loads.
    const warm = () => warmStreams.warm('/manifest.webmanifest', 'start', new AbortController().signal)
    await warm()
    expect(await warmStreams.take('/manifest.webmanifest')).toBeDefined()
    await warm()
    await openMenuEntry('Logout')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Logout' }))
    await screen.findByRole('button', { name: 'Login' })
    expect(warmStreams.take('/manifest.webmanifest')).toBeUndefined()
  })

  it('shows a member all five links, and a guest only those for guests', async () => {
    const navigation = () => screen.findByRole('navigation', { name: 'Main' })
    await app.open('/profile', 'member')
    expect(links(await navigation()).map(([name]) => name)).toEqual([
      'Live Channels',
      'Guide',
      'Favorites',
      'Support',
      'Profile',
    ])
    await screen.findByRole('link', { name: /^Payment cards/ })
    await app.open('/profile', 'guest')
    expect(links(await navigation()).map(([name]) => name)).toEqual(['Support', 'Profile'])
    expect(screen.queryByRole('link', { name: /^Payment cards/ })).toBeNull()
  })

  it('switches between the light and the dark theme', { tags: ['theme.toggle', 'theme.stored'] }, async () => {
    const shown = () => [
      document.documentElement.classList.contains('dark'),
      ...['theme', 'isDarkMode'].map((name) => localStorage.getItem(name)),
    ]
    await app.open('/profile', 'guest')
    const toggle = await screen.findByRole('switch', { name: 'Dark mode' })
    expect(shown()).toEqual([false, '"light"', 'false'])
    fireEvent.click(toggle)
    await waitFor(() => expect(shown()).toEqual([true, '"dark"', 'true']))
    app.reload()
    expect(shown()).toEqual([true, '"dark"', 'true'])
    await press('Dark mode', 'switch')
    await waitFor(() => expect(shown()).toEqual([false, '"light"', 'false']))
  })

  it(
    'greets the user in the account menu, which links to the profile and the rating',
    { tags: 'shell.menu' },
    async () => {
      await app.open('/', 'member')
      await press(/’s account menu$/)
      await screen.findByText('Hello, Mara Ellison')
      const entries = screen.getAllByRole('menuitem')
      expect(textsOf(entries)).toEqual(['Request a Channel', 'Rate Us', 'Download Apps', 'Profile', 'Logout'])
      const rate = entries[1]
      expect(rate?.getAttribute('href')).toMatch(/^https:/)
      expect([rate?.getAttribute('target'), rate?.getAttribute('rel')]).toEqual([
        '_blank',
        expect.stringMatching(/noopener/),
      ])
      await press('Profile', 'menuitem')
      await waitFor(() => expect(location.pathname).toBe('/profile/view-profile'))
    },
  )

  it('starts with a narrow navigation and stores its width', { tags: 'shell.navigation' }, async () => {
    await app.open('/', 'member')
    await screen.findByRole('button', { name: 'Expand menu' })
    expect(localStorage.getItem('navCollapse')).toBe('true')
    await press('Expand menu')
    app.reload()
    await screen.findByRole('button', { name: 'Collapse menu' })
    expect(localStorage.getItem('navCollapse')).toBe('false')
  })

  it('shows the placeholder without a photo, and when the photo fails to load', { tags: 'shell.avatar' }, async () => {
    const photo = async () => (await screen.findByRole('button', { name: /’s account menu$/ })).querySelector('img')
    await app.open('/profile', 'member')
    await waitFor(async () => expect((await photo())?.getAttribute('src')).toMatch(/\/avatars\//))
    fireEvent.error((await photo()) ?? document.body)
    await waitFor(async () => expect((await photo())?.getAttribute('src')).toBe('/images/avatar.svg'))
    app.respond('GET /wp-json/channel/v2/avatar', () => Response.json({ avatar_url: '' }))
    await app.open('/profile', 'member')
    await waitFor(async () => expect((await photo())?.getAttribute('src')).toBe('/images/avatar.svg'))
  })

  it(
    'a refused membership check means guest',
    { tags: ['access.unauth', 'access.member', 'session.roleFailure'] },
    async () => {
      app.refuse('GET /wp-json/mp/v1/members/{id}', 429, 'too_many_requests')
      await app.open('/favourites', 'member')
      await heading('Unauthorized / UnSubscribed Person')
      expect(location.pathname).toBe('/unauth')
      expect(screen.getByRole('link', { name: 'Go to Profile' }).getAttribute('href')).toBe('/profile')
    },
  )

  it(
    'an unknown path links a visitor to the start page, and a guest to the profile',
    { tags: 'access.notFound' },
    async () => {
      await app.open('/no/such/page')
      await screen.findByText('Not Found')
      expect(document.querySelector('img')?.getAttribute('src')).toBe('/images/not-found.svg')
      expect((await screen.findByRole('link', { name: 'go to Back' })).getAttribute('href')).toBe('/')
      await app.open('/no/such/page', 'guest')
      expect((await screen.findByRole('link', { name: 'go to Profile' })).getAttribute('href')).toBe('/profile')
    },
  )
})

describe('the session', () => {
  const me = 'GET /wp-json/custom-plugin/me/'

  it.each(['no token', 'access_token', 'refresh_token'])(
    'is not checked with only this in the cookies: %s',
    { tags: 'session.noTokens' },
    async (name) => {
      document.cookie = `${name}=a; Path=/`
      await app.open('/profile')
      await heading('Sign in')
      expect(app.sent()).toEqual([])
    },
  )

  const firewallPage = (status: number) => () =>
    new Response('<h1>Checking your browser</h1>', { status, headers: { 'content-type': 'text/html' } })

  it.each([
    ['the connection is lost', disconnect],
    ['a firewall responds with 403', firewallPage(403)],
    ['a proxy responds with 401', firewallPage(401)],
  ])(
    'continues with a banner while the host is unreachable: %s',
    { tags: ['session.unreachable', 'calls.noResponse'] },
    async (_, down) => {
      const banner = () => screen.queryByText('We’re having trouble connecting. You’re still signed in.')
      await app.open('/support/faqs', 'guest')
      await heading('FAQs')
      app.respond(me, down, { isOffContract: true })
      await waitFor(() => {
        dispatchEvent(new Event('focus'))
        expect(banner()).not.toBeNull()
      })
      expect(location.pathname).toBe('/support/faqs')
      app.passOn(me)
      await waitFor(() => {
        fireEvent.click(screen.queryByRole('button', { name: 'Try again' }) ?? document.body)
        expect(banner()).toBeNull()
      })
    },
  )

  it.each([
    ['/', 'GET /wp-json/channel/v2/channels', 'We couldn’t load the channels', 'Channels'],
    ['/favourites', 'GET /wp-json/channel/v2/favourites', 'We couldn’t load your favorites', 'Favorite channels'],
    ['/profile/packages', 'GET /wp-json/mp/v1/memberships', 'We couldn’t load the plans', 'Plans'],
  ] as const)(
    'reads a list that has failed again when the host responds again: %s',
    { tags: ['channels.failure', 'session.reread'] },
    async (path, call, failure, list) => {
      await app.open('/support', 'member')
      await heading('Support')
      for (const down of [me, 'GET /wp-json/mp/v1/members/{id}', call] as const) app.respond(down, disconnect)
      app.follow(path)
      await screen.findByRole('heading', { name: failure })
      // The failed list makes the session ask until the host responds.
      await screen.findByText('We’re having trouble connecting. You’re still signed in.')
      for (const up of [me, 'GET /wp-json/mp/v1/members/{id}', call] as const) app.passOn(up)
      await waitFor(() => expect(screen.getByRole('list', { name: list }).children.length).toBeGreaterThan(1))
      expect(screen.queryByRole('heading', { name: failure })).toBeNull()
    },
  )

  it('that cannot be checked on start shows a screen with another try', { tags: 'session.failedStart' }, async () => {
    app.respond(me, disconnect)
    await app.open('/profile', 'guest')
    await heading('We can’t reach Statecast')
    app.passOn(me)
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' })
    await waitFor(() => expect(again.disabled).toBe(false))
    fireEvent.click(again)
    await heading('Profile')
  })
})

describe('the live channels', () => {
  const cards = async () => within(await screen.findByRole('list', { name: 'Channels' })).getAllByRole('listitem')
  const option = (group: string, name: string) =>
    within(screen.getByRole('group', { name: group })).getByRole('button', { name })
  const seeCards = (count: number) => waitFor(async () => expect(await cards()).toHaveLength(count))
  const count = (part: Partial<(typeof CHANNELS)[number]>) =>
    CHANNELS.filter((channel) => Object.entries(part).every(([name, value]) => channel[name as 'slug'] === value))
      .length

  it('are shown again without a skeleton', async () => {
    await app.open('/', 'member')
    await screen.findByRole('list', { name: 'Channels' })
    fireEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Support' }))
    await heading('Support')
    const added: Node[] = []
    const observer = new MutationObserver((records) => added.push(...records.flatMap((one) => [...one.addedNodes])))
    observer.observe(document.body, { childList: true, subtree: true })
    fireEvent.click(screen.getByRole('link', { name: 'Live Channels' }))
    await screen.findByRole('list', { name: 'Channels' })
    observer.disconnect()
    const label = '[aria-label="Loading channels"]'
    expect(
      added.filter((node) => node instanceof Element && (node.matches(label) || node.querySelector(label))),
    ).toEqual([])
  })

  it(
    'are listed with their current program and when it ends',
    { tags: ['channels.list', 'access.start', 'plan.heading'] },
    async () => {
      await app.open('/', 'member')
      await seeCards(CHANNELS.length)
      const live = CHANNELS.filter((channel) => channel.live)
      await screen.findByText(`${live.length} of ${CHANNELS.length} channels live now`)
      const [first] = await cards()
      expect(first && textOf(first)).toContain(live[0]?.name ?? '-')
      expect(first && within(first).getByText('Live')).toBeDefined()
      expect(textOf(first?.querySelector('time') ?? document.body)).toMatch(/^until \d{1,2}:\d{2}\s[AP]M$/)
      expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
      const night = (await cards()).find((card) => textOf(card).includes('Night Wire'))
      expect(night && textOf(night)).toContain('Off air')
    },
  )

  it('are filtered by categories and regions, alone and together', { tags: 'channels.list' }, async () => {
    await app.open('/', 'member')
    await seeCards(CHANNELS.length)
    for (const category of CATEGORIES) {
      fireEvent.click(option('Category', category))
      await seeCards(count({ category }))
      expect(option('Category', category).getAttribute('aria-pressed')).toBe('true')
    }
    fireEvent.click(option('Category', 'All topics'))
    for (const region of REGIONS) {
      fireEvent.click(option('Region', region))
      await seeCards(count({ region }))
    }
    fireEvent.click(option('Category', 'World'))
    fireEvent.click(option('Region', 'Northeast'))
    await seeCards(count({ category: 'World', region: 'Northeast' }))
    await press('Show all channels')
    await seeCards(CHANNELS.length)
  })

  it(
    'are searched by name, with a text when nothing matches, and the search can be cleared',
    { tags: ['channels.list', 'channels.empty'] },
    async () => {
      await app.open('/', 'member')
      await seeCards(CHANNELS.length)
      const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search channels and shows' })
      const searchFor = (value: string) => fireEvent.change(search, { target: { value } })
      searchFor('HARBÓR one')
      await seeCards(1)
      expect(textsOf(await cards())[0]).toContain('Harbor One')
      searchFor('grain & gold')
      await waitFor(async () => expect(textsOf(await cards())[0]).toContain('Grain & Gold'))
      searchFor('<b>no such thing</b>')
      const nothing = await screen.findByRole('heading', { name: 'No matches' })
      expect(textOf(nothing.parentElement ?? nothing)).toContain(
        'Nothing matches “<b>no such thing</b>”. Missing a channel? Request it.',
      )
      expect(screen.getByRole('link', { name: 'Request it' }).getAttribute('href')).toBe('/support')
      await press('Show all channels')
      await seeCards(CHANNELS.length)
      expect(search.value).toBe('')
    },
  )

  it('Back and Escape clear the search before they leave the page', { tags: 'shell.back' }, async () => {
    for (const path of ['/', '/guide', '/support/faqs'])
      for (const key of ['GoBack', 'Escape']) {
        await app.open(path, 'member')
        const search = await screen.findByRole<HTMLInputElement>('searchbox')
        fireEvent.change(search, { target: { value: 'a' } })
        expect(fireEvent.keyDown(search, { key }), 'the page does not handle the key').toBe(false)
        await waitFor(() => expect(search.value).toBe(''))
        expect(fireEvent.keyDown(search, { key: 'Escape' })).toBe(true)
      }
  })

  it('have their filter in the URL, which a reload and going back restore', async () => {
    await app.open('/', 'member')
    await seeCards(CHANNELS.length)
    fireEvent.click(option('Category', 'Weather'))
    fireEvent.click(option('Region', 'South'))
    await waitFor(() => expect(location.search).toBe('?category=Weather&region=South'))
    app.reload()
    await seeCards(count({ category: 'Weather', region: 'South' }))
    expect(option('Category', 'Weather').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getAllByRole('link', { name: 'Support' })[0] ?? document.body)
    await heading('Support')
    history.back()
    await seeCards(count({ category: 'Weather', region: 'South' }))
    expect(option('Category', 'Weather').getAttribute('aria-pressed')).toBe('true')
  })

  it('have the filter of the guide, and the guide has theirs', { tags: 'guide.filter' }, async () => {
    /** Follows a link of the navigation once it has this URL. */
    const follow = async (name: string, url: string) => {
      const link = await within(screen.getByRole('navigation', { name: 'Main' })).findByRole('link', { name })
      await waitFor(() => expect(link.getAttribute('href')).toBe(url))
      fireEvent.click(link)
      await heading(name)
    }
    await app.open('/', 'member')
    await seeCards(CHANNELS.length)
    fireEvent.click(option('Category', 'Weather'))
    await follow('Guide', '/guide?category=Weather')
    await waitFor(() => expect(option('Category', 'Weather').getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(option('Region', 'South'))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'a' } })
    const search = '?category=Weather&region=South&search=a'
    await follow('Live Channels', `/${search}`)
    await waitFor(() => expect(option('Region', 'South').getAttribute('aria-pressed')).toBe('true'))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('a')
    // The link to the page itself and the logo keep the filter too, other pages have none.
    const urlsOf = (name: string) =>
      screen.getAllByRole<HTMLAnchorElement>('link', { name }).map((link) => link.getAttribute('href'))
    expect([urlsOf('Live Channels'), urlsOf('Guide')]).toEqual([[`/${search}`], [`/guide${search}`]])
    expect([urlsOf('Statecast'), urlsOf('Favorites')]).toEqual([[`/${search}`], ['/favourites']])
    await follow('Support', '/support')
    expect([urlsOf('Live Channels'), urlsOf('Guide'), urlsOf('Statecast')]).toEqual([['/'], ['/guide'], ['/']])
  })

  it(
    'with a slug of WordPress are linked, marked as favorites and opened',
    { tags: ['channels.slugs', 'watch.unavailable'] },
    async () => {
      const slug = '%d0%bd%d0%be%d0%b2_1'
      const path = encodeURIComponent(decodeURIComponent(slug))
      app.respond(
        'GET /wp-json/channel/v2/channels',
        modify((list: object[]) => [{ ...list[0], slug, name: 'Nov One' }, ...list.slice(1)]),
      )
      app.respond('GET /wp-json/channel/v2/favourites', () => Response.json({ favourites: [slug] }))
      app.respond('DELETE /wp-json/channel/v2/favourites/{slug}', () => Response.json({ favourites: [] }))
      app.refuse('GET /wp-json/channel/v2/channels/{slug}', 404, 'channel_not_found', 'No')
      await app.open('/', 'member')
      await seeCards(CHANNELS.length)
      const card = (await cards()).find((each) => textOf(each).includes('Nov One')) ?? document.body
      const star = await within(card).findByRole('button', { name: 'Favorite Nov One' })
      await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
      fireEvent.click(star)
      await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'))
      const link = within(card).getByRole('link')
      expect(link.getAttribute('href')).toBe(`/video/${path}`)
      fireEvent.click(link)
      await screen.findByText('Channel not found')
      app.reload()
      await screen.findByText('Channel not found')
      const calls = app.sent().flatMap(({ call }) => (call.includes('%') ? [call] : []))
      expect([...new Set(calls)]).toEqual([
        `DELETE /wp-json/channel/v2/favourites/${path}`,
        `GET /wp-json/channel/v2/channels/${path}`,
      ])
    },
  )

  it('show a filter without channels, which can be removed', { tags: 'channels.empty' }, async () => {
    await app.open('/?category=Sailing', 'member')
    await screen.findByText('No Sailing channels. Try another topic or region.')
    expect(option('Category', 'Sailing').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(option('Category', 'All topics'))
    await seeCards(CHANNELS.length)
  })
})

describe('the favorites', () => {
  const add = 'PUT /wp-json/channel/v2/favourites/{slug}'
  const remove = 'DELETE /wp-json/channel/v2/favourites/{slug}'
  const items = () => within(screen.getByRole('list', { name: 'Favorite channels' })).getAllByRole('listitem')
  const loseResponse = (call: Call) =>
    app.respond(call, async (_, pass) => {
      app.passOn(call)
      await pass()
      throw new TypeError('Failed to fetch')
    })
  const removeFirst = async () => {
    const star = await waitFor(() => within(items()[0] ?? document.body).getByRole('button', { name: /^Favorite / }))
    fireEvent.click(star)
    const name = (star.getAttribute('aria-label') ?? '').replace('Favorite ', '')
    await screen.findByText(`${name} removed from favorites`)
    return name
  }

  it.each([
    ['adding', add, 'Longitude', 'true'],
    ['removing', remove, undefined, 'false'],
  ] as const)('%s one without a response ends in the state that the host saved', async (_, call, name, pressed) => {
    await app.open('/', 'member')
    const all = await screen.findAllByRole('button', { name: /^Favorite / })
    const star = await waitFor(() => {
      const found = all.find((one) =>
        name ? one.getAttribute('aria-label') === `Favorite ${name}` : one.getAttribute('aria-pressed') === 'true',
      )
      expect(found).toBeDefined()
      return found as HTMLElement
    })
    loseResponse(call)
    fireEvent.click(star)
    await waitFor(() => expect(star.getAttribute('aria-busy')).toBe('true'))
    await waitFor(() => expect(star.getAttribute('aria-busy')).toBe('false'))
    expect(star.getAttribute('aria-pressed')).toBe(pressed)
    expect(alertIn(star.closest('li') ?? star)).toBe('')
  })

  it('that can’t be loaded show a message and a retry button', { tags: 'channels.failure' }, async () => {
    const list = 'GET /wp-json/channel/v2/favourites'
    app.respond(list, () => new Response('{"favourites":', { headers: { 'content-type': 'application/json' } }), {
      isOffContract: true,
    })
    await app.open('/favourites', 'member')
    const title = await screen.findByRole('heading', { name: 'We couldn’t load your favorites' })
    expect(textOf(title.parentElement ?? title)).toContain('Something went wrong on our side')
    app.passOn(list)
    // The signal color is for what is live and the one thing to do next.
    expect(screen.getByRole('button', { name: 'Try again' }).dataset['variant']).toBe('default')
    await press('Try again')
    await waitFor(() => expect(items().length).toBeGreaterThan(0))
  })

  it(
    'are restored by Undo, also the last one and without a response',
    { tags: ['favorites.undo', 'channels.empty'] },
    async () => {
      await app.open('/favourites', 'member')
      await screen.findByRole('list', { name: 'Favorite channels' })
      const before = items().length
      expect(before).toBeGreaterThan(1)
      const first = await removeFirst()
      await waitFor(() => expect(items()).toHaveLength(before - 1))
      loseResponse(add)
      await press('Undo')
      await screen.findByText(`${first} is back in favorites`)
      await waitFor(() => expect(items()).toHaveLength(before))
      let name = ''
      for (let left = before; left > 0; left--) {
        name = await removeFirst()
        if (left > 1) await waitFor(() => expect(items()).toHaveLength(left - 1))
      }
      await screen.findByRole('heading', { name: 'No favorites yet' })
      await press('Undo')
      await waitFor(() => expect(textsOf(items())).toEqual([expect.stringContaining(name)]))
    },
  )
})

describe('a channel that cannot be read', () => {
  const page = () => new Response('<h1>Maintenance</h1>', { status: 503, headers: { 'content-type': 'text/html' } })

  it.each([
    ['the connection is lost', disconnect, 'Check your connection.'],
    ['the host sends a page', page, 'Something went wrong on our side.'],
  ])('shows whose fault it is: %s', { tags: 'watch.recover' }, async (_, respond, text) => {
    app.respond('GET /wp-json/channel/v2/channels/{slug}', respond, { isOffContract: true })
    await app.open('/video/harbor-one', 'member')
    const title = await screen.findByRole('heading', { name: 'Can’t connect' })
    expect(textOf(title.parentElement ?? title)).toContain(`${text} Trying again in 1 second…`)
  })
})

describe('the payment cards', () => {
  const path = '/profile/payment-cards'
  const list = 'POST /wp-json/payment/v1/user-stripe-all-cards'
  const year = new Date().getFullYear()
  const rows = async () => within(await screen.findByRole('list', { name: 'Cards' })).getAllByRole('listitem')
  const row = async (digits: string) => {
    const found = (await rows()).find((one) => textOf(one).includes(digits))
    if (!found) throw new Error(`No card ends in ${digits}`)
    return found
  }
  const makeDefault = () => screen.queryByRole('button', { name: 'Set as default: Mastercard ending in 4444' })

  it(
    'are shown with brand, last four digits, expiry and name, and the default is marked',
    { tags: 'cards.list' },
    async () => {
      await app.open(path, 'member')
      expect(await rows()).toHaveLength(2)
      expect(textOf(await row('4444'))).toMatch(new RegExp(`Mastercard.*4444.*08/${year + 1}.*Mara Ellison`))
      expect(textOf(await row('4242'))).toMatch(new RegExp(`Visa.*4242.*12/${year + 2}.*Default.*Mara Ellison`))
      expect(textOf(await row('4444')).replace(/Set as default/g, '')).not.toContain('Default')
      expect(within(await row('4242')).queryByRole('button', { name: /Set as default/ })).toBeNull()
      expect(document.title).toBe('Payment cards · Statecast')
    },
  )

  it('are for members only', { tags: 'access.member' }, async () => {
    await app.open(path, 'guest')
    await waitFor(() => expect(location.pathname).toBe('/unauth'))
  })

  it('show a generic logo for an unknown brand and — for a missing value', async () => {
    app.respond(
      list,
      modify(({ cards: [first], ...more }: { cards: { card: object; billing_details: object }[] }) => ({
        ...more,
        cards: [
          {
            ...first,
            card: { ...first?.card, brand: 'unionpay', exp_month: null, exp_year: null },
            billing_details: { ...first?.billing_details, name: '' },
          },
        ],
      })),
      { isOffContract: true },
    )
    await app.open(path, 'member')
    expect(textsOf(await rows())).toEqual([expect.stringMatching(/^Card.*4444.*Expires\s*—.*—/)])
  })

  it.each([
    ['07-15', 'Expires soon'],
    ['08-31', 'Expires soon'],
    ['09-01', 'Expired'],
  ] as const)('of 08 are on %s marked as ‘%s’', async (day, mark) => {
    vi.useFakeTimers({ now: new Date(`${year + 1}-${day}T12:00:00Z`), toFake: ['Date'] })
    await app.open(path, 'member')
    await waitFor(async () => expect(textOf(await row('4444'))).toContain(mark))
    expect(textOf(await row('4242'))).not.toMatch(/Expires soon|Expired/)
    // An expired card can't be made the default; it can still be removed.
    expect(makeDefault() === null).toBe(mark === 'Expired')
    const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove: Mastercard ending in 4444' })
    expect(remove.disabled).toBe(false)
  })

  it(
    'show the specified text when the member record can’t be loaded',
    { tags: ['cards.failure', 'session.roleFailure'] },
    async () => {
      localStorage.setItem('userRole', '"membership"')
      app.respond('GET /wp-json/mp/v1/members/{id}', disconnect)
      await app.open(path, 'member')
      const title = await screen.findByRole('heading', { name: 'We couldn’t load your cards' })
      expect(textOf(title.parentElement ?? title)).toContain(
        'Api is not loading because user id missing or network issue',
      )
      app.passOn('GET /wp-json/mp/v1/members/{id}')
      // The list is read again when the host responds again.
      expect(await rows()).toHaveLength(2)
    },
  )

  it('have the logo of their brand', { tags: 'cards.brands' }, async () => {
    const brands = ['visa', 'mastercard', 'amex', 'unionpay']
    app.respond(
      list,
      modify(({ cards: [first], ...more }: { cards: { card: object }[] }) => ({
        ...more,
        cards: brands.map((brand) => ({ ...first, id: `pm_${brand}`, card: { ...first?.card, brand } })),
      })),
      { isOffContract: true },
    )
    await app.open(path, 'member')
    const logos = (await rows()).map((row) => row.querySelector('svg'))
    expect(logos.map((logo) => logo?.querySelector('text')?.textContent)).toEqual([
      'VISA',
      undefined,
      'AMEX',
      undefined,
    ])
    expect(new Set(logos.map((logo) => logo?.innerHTML)).size).toBe(brands.length)
  })

  it(
    'have another default, which the upgrade offers, and are removed after a confirmation',
    { tags: ['cards.default', 'cards.remove'] },
    async () => {
      installCardProvider()
      await app.open(path, 'member')
      await press('Set as default: Mastercard ending in 4444')
      await screen.findByText('Default card updated')
      await waitFor(async () => expect(textOf(await row('4444'))).toContain('Default'))
      await press('Remove: Visa ending in 4242')
      const dialog = () => screen.findByRole('dialog', { name: 'Remove this card?' })
      expect(textOf(await dialog())).toContain('Visa ending in 4242')
      fireEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
      expect(await rows()).toHaveLength(2)
      await press('Remove: Visa ending in 4242')
      fireEvent.click(within(await dialog()).getByRole('button', { name: 'Remove' }))
      await screen.findByText('Card removed')
      app.reload()
      expect(await rows()).toHaveLength(1)
      expect(textOf(await row('4444'))).toContain('Default')
      history.replaceState(null, '', '/upgrade/104?type=upgrade')
      app.reload()
      const saved = await screen.findByRole('region', { name: 'Pay with your saved card' })
      expect(textOf(saved)).toContain('4444')
      expect(await app.sandbox.readLedger()).toEqual([])
    },
  )
})

describe('the FAQs', () => {
  const faqs = 'GET /wp-json/channel/v2/faqs'
  const questions = () => textsOf(document.querySelectorAll('summary'))

  it('are listed by category, and an answer expands as text', { tags: 'support.faqs' }, async () => {
    await app.open('/support/faqs', 'guest')
    await waitFor(() => expect(questions().length).toBeGreaterThan(1))
    const headings = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
    expect(textsOf(headings)).toEqual(['Watching', 'Membership', 'Paying', 'Account'])
    const question = screen.getByText('Can I watch on my TV?').closest('details')
    expect(question?.open).toBe(false)
    expect(textOf(question ?? document.body)).toMatch(/Roku, Amazon Fire TV.*choose Download Apps\./)
  })

  it(
    'are filtered while typing, with the number of matches, and the search is in the address',
    { tags: 'support.faqs' },
    async () => {
      await app.open('/support/faqs', 'guest')
      const search = (value: string) =>
        fireEvent.change(screen.getByRole('searchbox', { name: 'Search help' }), { target: { value } })
      await waitFor(() => expect(questions().length).toBeGreaterThan(1))
      search('INVOICE')
      await waitFor(() => expect(questions()).toEqual(['Where do I find my invoices?']))
      await screen.findByText('1 answer')
      app.reload()
      await waitFor(() => expect(questions()).toEqual(['Where do I find my invoices?']))
      search('zebra')
      await screen.findByRole('heading', { name: 'No results' })
      // A click takes the focus from the field.
      fireEvent.blur(screen.getByRole('searchbox', { name: 'Search help' }))
      await press('Show all questions')
      await waitFor(() => expect(questions().length).toBeGreaterThan(1))
    },
  )

  it('show a skeleton while loading, a retry button on failure, and a text if there are none', async () => {
    const held = app.hold(faqs)
    await app.open('/support/faqs', 'guest')
    await screen.findByRole('status', { name: 'Loading questions' })
    app.passOn(faqs)
    app.refuse(faqs, 429, 'too_many_requests', 'Come back in a minute.')
    held.release(disconnect)
    const title = await screen.findByRole('heading', { name: 'We couldn’t load the questions' })
    const failure = title.parentElement ?? title
    expect(textOf(failure)).toContain('Statecast isn’t responding. Check your connection and try again.')
    await press('Try again')
    await screen.findByText('Come back in a minute.')
    app.respond(faqs, () => Response.json([]))
    await press('Try again')
    await screen.findByRole('heading', { name: 'No questions yet' })
  })

  it('show HTML in a question or an answer as text', async () => {
    const bad = '<img src=x onerror="document.title=1"><script>document.title=2</script>Why <b>so</b>?'
    app.respond(faqs, () => Response.json([{ id: '1', question: bad, answer: `<p>${bad}</p>`, category: bad }]))
    await app.open('/support/faqs', 'guest')
    await waitFor(() => expect(questions()).toEqual(['Why so?']))
    expect(screen.getByRole('main').querySelectorAll('img, script')).toHaveLength(0)
    expect(document.title).toMatch(/^FAQs/)
  })
})

describe('the support forms', () => {
  it(
    'prefill the user, keep the values over a reload, send the question as an email and confirm it',
    { tags: 'support.sent' },
    async () => {
      await app.open('/support/form', 'member')
      expect((await field('Name')).value).toBe('Mara Ellison')
      expect((await field('Email')).value).toBe('member@statecast.test')
      await fill('Subject', 'Invoice')
      await fill('Message', 'Where is the invoice of March?')
      app.reload()
      expect((await field('Message')).value).toBe('Where is the invoice of March?')
      await press('Send')
      await screen.findByText('Thank you. Your message has been sent. We’ll reply within one working day.')
      expect(await app.sandbox.readMailbox()).toMatchObject([{ subject: '[Statecast] Support: Invoice' }])
      await press('Send another message')
      expect((await field('Subject')).value).toBe('')
      expect((await field('Name')).value).toBe('Mara Ellison')
      app.reload()
      expect((await field('Subject')).value).toBe('')
    },
  )

  it.each([true, false])('send the technical details of a bug only if they are selected (%s)', async (isSelected) => {
    await app.open('/support/bugs', 'guest')
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain(navigator.userAgent))
    await fill('Summary', 'The picture stalls')
    fireEvent.change(screen.getByRole('textbox', { name: 'Details' }), { target: { value: 'After a minute.' } })
    fireEvent.change(screen.getByRole('textbox', { name: /^Page/ }), { target: { value: '/video/harbor-one' } })
    const include = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Include technical details' })
    if (!isSelected) {
      fireEvent.click(await include())
      app.reload()
      expect((await include()).checked).toBe(false)
    }
    await press('Send')
    await screen.findByText(/Your report has been sent/)
    const [mail] = await app.sandbox.readMailbox()
    expect(mail?.text).toContain(`Page: /video/harbor-one\nBrowser: ${isSelected ? navigator.userAgent : '—'}`)
  })
})

describe('Request a Channel', () => {
  const success = 'Your request has been submitted successfully. We will notify you once your channel is approved.'
  const form = () => screen.findByRole('form', { name: 'Submit Request' })
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  const fillAll = async () => {
    await fill('Channel Name', 'Harbor Two')
    fireEvent.click(radio('1080p (Good)'))
    await fill('Details', 'The local news channel of the harbor.')
  }

  it(
    'starts with the email of the user and 720p, and keeps its draft when it closes',
    { tags: ['request.fields', 'request.quality', 'request.draft'] },
    async () => {
      await app.open('/profile', 'member')
      await openMenuEntry('Request a Channel')
      const email = await field('Email')
      expect([email.type, email.value]).toEqual(['email', 'member@statecast.test'])
      expect((await field('Channel Name')).value).toBe('')
      const group = screen.getByRole('radiogroup', { name: 'Preferred Quality' })
      expect(within(group).getAllByRole('radio')).toHaveLength(3)
      for (const name of ['720p (Normal)', '1080p (Good)', '2560p (Better)'])
        expect(radio(name).checked, name).toBe(name === '720p (Normal)')
      await fillAll()
      await press('Close')
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Submit Request' })).toBeNull())
      await openMenuEntry('Request a Channel')
      expect((await field('Channel Name')).value).toBe('Harbor Two')
      expect((await field('Details')).value).toBe('The local news channel of the harbor.')
      expect(radio('1080p (Good)').checked).toBe(true)
    },
  )

  it(
    'is a page with links to the other support pages, and another request can be sent after the countdown stops',
    { tags: 'request.form' },
    async () => {
      await app.open('/support', 'guest')
      await screen.findByRole('heading', { name: 'Submit Request', level: 2 })
      expect((await field('Email')).value).toBe('guest@statecast.test')
      const support = screen.getByRole('navigation', { name: 'Support' })
      expect(links(support)).toEqual([
        ['Request a channel', '/support'],
        ['FAQs', '/support/faqs'],
        ['Contact us', '/support/form'],
        ['Report a bug', '/support/bugs'],
      ])
      expect(within(support).getByRole('link', { name: 'Request a channel' }).getAttribute('aria-current')).toBe('page')
      await fill('Channel Name', 'Harbor Two')
      await press('Submit')
      await screen.findByText(success)
      await press('Stay on this page')
      await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
      screen.getByText(success)
      await press('Request another channel')
      expect((await field('Channel Name')).value).toBe('')
    },
  )

  it('keeps its values after a refusal', { tags: 'request.refused' }, async () => {
    app.refuse('POST /wp-json/channel/v2/channel_request', 409, 'channel_requested_already', 'Already requested.')
    await app.open('/support', 'member')
    await form()
    await fillAll()
    await press('Submit')
    await screen.findByText('Already requested.')
    expect([(await field('Channel Name')).value, (await field('Details')).value]).toEqual([
      'Harbor Two',
      'The local news channel of the harbor.',
    ])
    expect(radio('1080p (Good)').checked).toBe(true)
  })

  it('shows an unknown outcome in amber, and keeps its values', { tags: 'request.refused' }, async () => {
    app.respond('POST /wp-json/channel/v2/channel_request', disconnect)
    await app.open('/support', 'member')
    await form()
    await fillAll()
    await press('Submit')
    const notice = await screen.findByText(
      'failed to load Api. We couldn’t confirm your request was sent. Please submit it again.',
    )
    expect([notice.role, notice.className]).toEqual(['status', expect.stringMatching(/unsure/)])
    expect((await field('Channel Name')).value).toBe('Harbor Two')
  })

  it(
    'reaches the support with all values and closes the dialog',
    { tags: ['request.sent', 'request.fields'] },
    async () => {
      await app.open('/profile', 'member')
      await openMenuEntry('Request a Channel')
      await form()
      await fillAll()
      await press('Submit')
      await screen.findByText(success)
      await press('Stay on this page')
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Submit Request' })).toBeNull())
      const [mail, ...more] = await app.sandbox.readMailbox()
      expect(more).toEqual([])
      expect(mail?.subject).toContain('Channel request: Harbor Two')
      for (const text of [
        '(member, member@statecast.test)',
        'Channel: Harbor Two\nRegion: —\nPreferred quality: 1080p',
        'Details: The local news channel of the harbor.',
      ])
        expect(mail?.text).toContain(text)
    },
  )
})

describe('Download Apps', () => {
  const names = ['Roku', 'Amazon FireTV', 'Android', 'Microsoft Windows']
  const open = async () => {
    await app.open('/profile', 'guest')
    await openMenuEntry('Download Apps')
    return screen.findByRole('dialog', { name: 'Download Apps' })
  }

  it(
    'lists four apps with a description and a link that opens in a new tab without an opener',
    { tags: 'apps.list' },
    async () => {
      const dialog = await open()
      expect(textsOf(within(dialog).getAllByRole('heading', { level: 3 }))).toEqual(names)
      for (const name of names) {
        const item = within(dialog).getByRole('heading', { level: 3, name }).closest('li') ?? dialog
        expect(textOf(item.querySelector('p') ?? item)).toMatch(/\w+.*\./)
        const link = within(item).getByRole('link', { name: new RegExp(`^Get the app: ${name}`) })
        expect(textOf(link)).toBe('Get the app')
        const attributes = ['href', 'target', 'rel'].map((attribute) => link.getAttribute(attribute))
        expect(attributes).toEqual([expect.stringMatching(/^https:\/\//), '_blank', 'noopener noreferrer'])
      }
    },
  )

  it.each([
    [
      'refuses',
      { writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')) },
      'Copying failed: NotAllowedError: Write permission denied.',
    ],
    ['is missing', undefined, 'Copying failed: the page has no clipboard'],
  ] as const)(
    'only logs a clipboard that %s, and can copy again',
    { tags: 'apps.refused' },
    async (_, clipboard, logged) => {
      vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard)
      const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const dialog = await open()
      const before = textOf(dialog)
      for (const times of [1, 2]) {
        const copy = await within(dialog).findByRole('button', { name: /^Copy.* Roku$/ })
        fireEvent.click(copy)
        await waitFor(() =>
          expect(log.mock.calls.filter(([line]) => String(line).startsWith(logged))).toHaveLength(times),
        )
        await waitFor(() => expect(copy.getAttribute('aria-busy')).toBe('false'))
      }
      expect(textOf(dialog)).toBe(before)
      expect(within(dialog).queryByRole('alert')).toBeNull()
    },
  )
})
