/** A host without the calls that the product adds to the specified ones. */
import { readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { defaults, type Feature } from '../../src/app/configuration.ts'
import { installCardProvider } from './fakeCardProvider.ts'
import { fill, heading, press, textOf, useApp, type Call } from './useApp.tsx'

const app = useApp()

const without = (...missing: Feature[]) => ({
  features: Object.fromEntries(missing.map((feature) => [feature, 'off'])),
})
const everything = without(...(Object.keys(defaults.features) as Feature[]))

const { paths } = parse(readFileSync('openapi/host.yaml', 'utf8')) as {
  paths: Record<string, Record<string, { 'x-origin'?: string }>>
}
const extensionCalls = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, operation]) => operation['x-origin'] === 'extension')
    .map(([method]) => `${method.toUpperCase()} ${path}` as Call),
)

const namesOf = (part: HTMLElement) => within(part).getAllByRole('link').map(textOf)
const isSent = (call: Call) => app.sent().some((one) => one.call === call)

describe('a host without an extension call', { tags: 'host.features' }, () => {
  it('says in a sentence that there are no channels, and requests none', async () => {
    await app.open('/', 'member', everything)
    await heading('Live Channels')
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Live channels aren’t available yet')
    expect(screen.getByText('You can manage your account and your plan.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Profile' })).toBeTruthy()
    expect(namesOf(screen.getByRole('navigation', { name: 'Main' }))).toEqual(['Live Channels', 'Support', 'Profile'])
    expect(isSent('GET /wp-json/channel/v2/channels')).toBe(false)
    expect(isSent('GET /wp-json/channel/v2/favourites')).toBe(false)
  })

  it('offers the guide only with the schedule call', async () => {
    await app.open('/', 'member', without('guide'))
    await heading('Live Channels')
    const navigation = () => namesOf(screen.getByRole('navigation', { name: 'Main' }))
    expect(navigation()).toEqual(['Live Channels', 'Favorites', 'Support', 'Profile'])
    await app.open('/', 'member')
    await heading('Live Channels')
    expect(navigation()).toEqual(['Live Channels', 'Guide', 'Favorites', 'Support', 'Profile'])
  })

  it('shows the channels without stars', async () => {
    await app.open('/', 'member', without('favorites'))
    const channels = await screen.findByRole('list', { name: 'Channels' })
    expect(within(channels).getAllByRole('link').length).toBeGreaterThan(1)
    expect(within(channels).queryByRole('button')).toBeNull()
    expect(isSent('GET /wp-json/channel/v2/favourites')).toBe(false)
  })

  it('hides the devices, the plans and the history on the profile', async () => {
    await app.open('/profile', 'member', everything)
    await screen.findByText('Payment method')
    expect(screen.queryByRole('heading', { name: 'Devices' })).toBeNull()
    await screen.findByRole('heading', { name: 'Your data' })
    expect(screen.queryByRole('heading', { name: 'Delete account' })).toBeNull()
    const names = namesOf(screen.getByRole('main'))
    expect(names).toContain('Personal details')
    expect(names).toContain('Payment cards')
    for (const missing of ['Edit details', 'Plans', 'Billing history', 'Your devices'])
      expect(names).not.toContain(missing)
    expect(isSent('GET /wp-json/custom-plugin/sessions')).toBe(false)
  })

  it('lists the saved cards without buttons', async () => {
    await app.open('/profile/payment-cards', 'member', everything)
    const cards = await screen.findByRole('list', { name: 'Cards' })
    expect(within(cards).getAllByRole('listitem')).toHaveLength(2)
    const section = screen.getByRole('region', { name: 'Saved cards' })
    expect(within(section).queryByRole('button')).toBeNull()
  })

  it('edits the profile without the photo', async () => {
    await app.open('/profile/edit', 'member', without('photoUpload'))
    await screen.findByRole('button', { name: 'Save changes' })
    expect(screen.queryByRole('button', { name: 'Upload photo' })).toBeNull()
  })

  it('offers only the channel request in the support', async () => {
    await app.open('/support', 'guest', everything)
    await heading('Support')
    expect(namesOf(screen.getByRole('navigation', { name: 'Support' }))).toEqual(['Request a channel'])
  })

  it('links to the support email instead of the list of plans', async () => {
    await app.open('/profile/packages', 'guest', everything)
    await heading('Plans')
    expect(screen.getByText('Contact us to choose or change your plan.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe(
      'mailto:support@statecast.example',
    )
    expect(isSent('GET /wp-json/mp/v1/memberships')).toBe(false)
  })

  it.each([
    '/guide',
    '/favourites',
    '/video/harbor-one',
    '/support/faqs',
    '/support/form',
    '/support/bugs',
    '/profile/edit',
    '/profile/transcation-history',
    '/profile/all-sessions',
    '/activate',
  ])('does not find %s', async (path) => {
    await app.open(path, 'member', everything)
    await heading('Not Found')
  })
})

describe('a host without sign-in by a code', { tags: ['host.features', 'device.available'] }, () => {
  it('does not offer it', async () => {
    await app.open('/signin', undefined, without('deviceSignIn'))
    await heading('Sign in')
    expect(screen.queryByRole('link', { name: 'Sign in with a code' })).toBeNull()
    await app.open('/signin/code', undefined, without('deviceSignIn'))
    await heading('Not Found')
    await app.open('/activate', 'member', without('deviceSignIn'))
    await heading('Not Found')
  })
})

describe('a host with the specified calls only', { tags: 'host.features' }, () => {
  let refused: Call[] = []
  beforeEach(() => {
    installCardProvider()
    refused = []
    for (const call of extensionCalls)
      app.respond(
        call,
        () => {
          refused.push(call)
          return Response.json({ code: 'rest_no_route', message: 'No route', data: { status: 404 } }, { status: 404 })
        },
        { isOffContract: true },
      )
  })
  afterEach(() => expect(refused).toEqual([]))

  const ledger = async () =>
    (await app.sandbox.readLedger()).map(({ kind, provider, plan_id }) => `${kind} ${provider} ${plan_id}`)

  it('signs in', async () => {
    await app.open('/signin', undefined, everything)
    await fill('E-mail or username', 'member@statecast.test')
    await fill('Password', 'live-news-24')
    await press('Login')
    await screen.findByText('Live channels aren’t available yet')
  })

  it('sells a plan', async () => {
    await app.open('/subscribe/102', 'guest', everything)
    await fill('Cardholder name', 'Gus Guest')
    await fill('Billing address', '1 Main Street')
    await press('Pay $19.99')
    await heading('Thank You')
    expect(await ledger()).toEqual(['charge stripe 102'])
  })

  it('changes the plan with a saved card', async () => {
    await app.open('/upgrade/104?type=upgrade', 'member', everything)
    await press(/^Pay Now/)
    // The plans follow the success.
    await heading('Plans')
    expect(await ledger()).toEqual(['cancel stripe 102', 'charge stripe 104'])
  })

  it('shows the account and the saved cards', async () => {
    await app.open('/profile/view-profile', 'member', everything)
    await screen.findByText('member@statecast.test')
    expect(screen.queryByRole('link', { name: 'Edit details' })).toBeNull()
    await app.open('/profile/payment-cards', 'member', everything)
    await screen.findByRole('list', { name: 'Cards' })
  })
})
