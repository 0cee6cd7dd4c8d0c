/** The check of the host at the start of the edge and `npm run contract`, with WordPress as the host. */
import { probeHost } from '../../server/edge/probeHost.ts'
import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'
import { checkHost } from '../../tools/contract/checkHost.ts'
import { expect, test } from './fixture.ts'
import { type Switches, type WordPressSite } from './site.ts'

test.beforeEach(({ wordpress }) => wordpress.reset())

/** The causes of the problems, without the payment plugin, which this WordPress does not have. */
async function causesAt({ url }: WordPressSite, serviceKey = SANDBOX_SERVICE_KEY): Promise<string[]> {
  const problems = await probeHost({ hostUrl: new URL(url), serviceKey })
  return problems.map(({ cause }) => cause).filter((cause) => cause !== 'plugin-missing')
}

const cases: [string, Switches, string[]][] = [
  ['a good server', {}, []],
  ['a JWT plugin', { sessionEnd: 'jwt' }, []],
  ['hidden warnings', { warnings: 'hidden' }, []],
  ['printed warnings', { warnings: 'printed' }, ['php-messages']],
  ['a server that removes Authorization', { stripAuthorization: true }, ['authorization']],
  ['plain permalinks', { plainPermalinks: true }, ['plain-permalinks']],
  ['a redirect that removes the slash', { slashRedirect: 'remove' }, ['redirect']],
  ['a redirect that adds a slash', { slashRedirect: 'add' }, ['redirect']],
  ['a firewall', { firewall: '/wp-json' }, ['refused']],
]
for (const [title, switches, causes] of cases)
  test(`the check reports ${title}`, async ({ wordpress }) => {
    await wordpress.switchOn(switches)
    expect(await causesAt(wordpress)).toEqual(causes)
  })

test('the check reports a refused key and maintenance', async ({ wordpress }) => {
  expect(await causesAt(wordpress, 'another-key')).toEqual(['service-key'])
  await wordpress.startMaintenance()
  expect(await causesAt(wordpress)).toEqual(['server-error'])
  await wordpress.endMaintenance()
})

test('the contract check finds what the plugin leaves out', async ({ wordpress }) => {
  const { rows, featuresOff } = await checkHost({
    host: new URL(wordpress.url),
    userName: 'member@statecast.test',
    password: 'live-news-24',
    serviceKey: SANDBOX_SERVICE_KEY,
    sendsLetters: true,
  })
  const failed = rows.filter(({ result }) => result === 'invalid' || result === 'missing')
  expect(failed.map(({ call }) => call)).toEqual(['POST /wp-json/payment/v1/user-stripe-all-cards'])
  expect(rows.filter(({ result }) => result === 'valid').length).toBe(24)
  expect(featuresOff).toEqual(['savedCards'])
})
