const machine = (name, more = []) => ({
  mutate: [`machines/${name}.ts`, ...more],
  tests: [
    'tests/mutation/loads.test.mjs',
    `tests/machines/${name}.test.ts`,
    'tests/machines/stubs.test.ts',
    'tests/machines/machines.test.ts',
  ],
  machine: name,
})

/**
 * What is mutated, and the suites that must detect it.
 * @type {Record<string, { mutate: string[], tests: string[], machine?: string }>}
 */
export const targets = {
  planChange: machine('planChange', ['machines/planChange.setup.ts']),
  payment: machine('payment'),
  cardPayment: machine('cardPayment'),
  savedCardPayment: machine('savedCardPayment'),
  paypalPayment: machine('paypalPayment'),
  rules: {
    mutate: ['src/billing/*.ts', 'src/api/role.ts'],
    tests: ['tests/unit/billing/*.test.ts', 'tests/contract/responseParsers.test.ts'],
  },
}
