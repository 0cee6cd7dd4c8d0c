/**
 * The faults of `npm run seeded-faults`, one of each kind. `before` occurs once in the file and is replaced by `after`.
 * `check` is the check that must fail, and `message` lists what its message must contain: the machine, screen or rule, and
 * the state or value that is wrong.
 */

export type Check = {
  vitest?: readonly string[]
  eslint?: readonly string[]
  browser?: readonly string[]
  env?: Record<string, string>
  needsBuild?: boolean
}

type Fault = { fault: string; file: string; before: string; after: string; message: readonly RegExp[]; check: Check }

const machine = (name: string): Check => ({
  vitest: ['machines', 'tests/machines/machines.test.ts'],
  env: { MACHINE: name },
})
const unit = (file: string): Check => ({ vitest: ['unit', file] })
const views = (file: string, title: string): Check => ({ vitest: ['views', file, '-t', title] })
const edge = (file: string): Check => ({ vitest: ['edge', file], needsBuild: true })
const browser = (spec: string, title: string): Check => ({ browser: [spec, '-g', title], needsBuild: true })

export const faults: readonly Fault[] = [
  {
    fault: 'the target of a transition',
    file: 'machines/devices.ts',
    before: `onError: { target: 'failed', actions`,
    after: `onError: { target: 'listed', actions`,
    check: machine('devices'),
    message: [/devices differs/, /devices, loading: The host is unreachable/, /npm run behavior -- --approve/],
  },
  {
    fault: 'an inverted guard',
    file: 'machines/channelList.setup.ts',
    before: `hasFilter: ({ context }) => hasFilter(context.filter)`,
    after: `hasFilter: ({ context }) => !hasFilter(context.filter)`,
    check: machine('channelList'),
    message: [/channelList differs/, /channelList, listed: Press “Show all channels”/, /npm run behavior -- --approve/],
  },
  {
    fault: 'a missing action',
    file: 'machines/devices.ts',
    before: `target: 'ready',\n                actions: 'removeDevice',`,
    after: `target: 'ready',`,
    check: machine('devices'),
    message: [
      /devices differs/,
      /devices, listed\.signingOut: The host ends the session/,
      /npm run behavior -- --approve/,
    ],
  },
  {
    fault: 'an actor that ignores its signal',
    file: 'src/actors/devices.ts',
    before: `api.DELETE('/wp-json/custom-plugin/sessions', { signal })`,
    after: `api.DELETE('/wp-json/custom-plugin/sessions', {})`,
    check: { eslint: ['src/actors/devices.ts'] },
    message: [/devices\.ts/, /Pass the signal of the actor/],
  },
  {
    fault: 'a view without the message of a state',
    file: 'src/screens/devices/Devices.tsx',
    before: `title="We couldn’t load your devices" message={message}`,
    after: `title="We couldn’t load your devices" message=""`,
    check: views('tests/views/account.test.tsx', 'devices'),
    message: [/the devices > show the reason/, /Come back in a minute/],
  },
  {
    fault: 'a view that sends another event',
    file: 'src/screens/devices/Devices.tsx',
    before: `actor.send({ type: 'otherDevices.cancel' })`,
    after: `actor.send({ type: 'otherDevices.confirm' })`,
    check: views('tests/views/account.test.tsx', 'devices'),
    message: [/the devices > can all be signed out after a confirmation/, /Cancel signs no device out/],
  },
  {
    fault: 'a device that the machine drops',
    file: 'machines/devices.ts',
    before: `? { devices: result.devices }`,
    after: `? { devices: result.devices.filter(({ userAgent }) => !userAgent.includes('Mobile')) }`,
    check: browser('tests/e2e/tours.spec.ts', 'devices short tour'),
    message: [/assert 'listed\.ready'/, /Expected: +3/, /Received: +2/],
  },
  {
    fault: 'a dialog that Escape confirms',
    file: 'src/dialogs/logout/Logout.tsx',
    before: `onClose={cancel}`,
    after: `onClose={() => actor.send({ type: 'logout.confirm' })}`,
    check: browser('tests/e2e/tours.spec.ts', 'logout short tour'),
    message: [/logout\.cancel/, /account menu/],
  },
  {
    fault: 'a cached list after a payment',
    file: 'src/actors/history.ts',
    before: `userId(), page), staleTime: 0, gcTime: 0 }`,
    after: `userId(), page), staleTime: 60_000 }`,
    check: views('tests/views/payment.test.tsx', 'a card payment'),
    message: [/appears in the billing history/, /15 transactions/],
  },
  {
    fault: 'a missing security header',
    file: 'server/edge/securityHeaders.ts',
    before: `    'x-frame-options': 'DENY',\n`,
    after: ``,
    check: edge('tests/edge/page.test.ts'),
    message: [/the page > has its security headers/, /x-frame-options/i],
  },
  {
    fault: 'the service key in a response',
    file: 'server/edge/forward.ts',
    before: `readFromHost(target, { 'memberpress-api-key': serviceKey })`,
    after: `readFromHost(target, { 'memberpress-api-key': serviceKey }).then((reply) => ({
          ...reply,
          headers: { ...reply.headers, 'x-wp-total': serviceKey },
        }))`,
    check: edge('tests/edge/ownership.test.ts'),
    message: [/calls with the service key > its own record/, /the service key is in the response/],
  },
  {
    fault: 'a new key for the second try of a payment',
    file: 'src/actors/payments.ts',
    before: `paymentMethod, key, member }, signal }) => {\n      const params = idempotencyParams(key)`,
    after: `paymentMethod, member }, signal }) => {\n      const params = idempotencyParams(crypto.randomUUID())`,
    check: { vitest: ['payments', 'tests/payments/ledger.test.ts'] },
    message: [/a payment call belongs to the stored attempt/, /npm run payments:random -- --seed/],
  },
  {
    fault: 'a month that ends a day early',
    file: 'src/billing/validUntil.ts',
    before: `new Date(Date.UTC(year, month, 0)).getUTCDate()`,
    after: `new Date(Date.UTC(year, month, 0)).getUTCDate() - 1`,
    check: unit('tests/unit/billing/validUntil.test.ts'),
    message: [/valid until/, /Counterexample/, /AssertionError: expected '\w+, \d+, \d+' to be/],
  },
  {
    fault: 'the access of a route',
    file: 'src/app/paths.ts',
    before: `defineRoute('/favourites', 'membership', 'Favorites', 'favorites')`,
    after: `defineRoute('/favourites', 'login', 'Favorites', 'favorites')`,
    check: unit('tests/unit/accessRules.test.ts'),
    message: [/access decisions for every route and session/, /\/favourites with guest: unauth/],
  },
  {
    fault: 'a button that a phone does not show',
    file: 'src/screens/devices/Devices.module.css',
    before: `.row {\n`,
    after: `@media (max-width: 48em) {\n  .row button {\n    display: none;\n  }\n}\n\n.row {\n`,
    check: browser('tests/e2e/screens.spec.ts', '/profile/all-sessions has a title'),
    message: [/\/profile\/all-sessions/, /the controls of a phone and a wide screen/, /button \\?"Sign out/],
  },
  {
    fault: 'a focus that does not move',
    file: 'src/ui/StatusPanel.tsx',
    before: `if (isQuestion) heading.current?.focus()`,
    after: ``,
    check: views('tests/views/payment.test.tsx', 'a change of plan on a wide screen'),
    message: [/the focus/, /Your old plan was canceled/],
  },
  {
    fault: 'a text of the specification',
    file: 'src/app/accessRules.ts',
    before: `Membership is not active. Please activate a plan.`,
    after: `Your membership is not active. Please activate a plan.`,
    check: { vitest: ['views', 'tests/views/specifiedTexts.test.tsx'] },
    message: [/Membership is not active\. Please activate a plan\./],
  },
]
