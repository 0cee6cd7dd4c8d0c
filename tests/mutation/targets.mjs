/**
 * What is mutated, and the suites that have to notice: machines alone, and rules as pure functions.
 * @type {Record<string, { mutate: string[], tests: string[], machine?: string }>}
 */
const alone = ['tests/machines/machines.test.ts', 'tests/payments/whole.test.ts', 'tests/payments/words.test.ts']
const machine = (name, ...more) => ({
  mutate: [`machines/${name}.ts`],
  tests: [...alone, `tests/machines/${name}.test.ts`, ...more],
  machine: name,
})

export const targets = {
  planChange: machine('planChange'),
  payment: machine('payment'),
  cardPayment: machine('cardPayment'),
  savedCardPayment: machine('savedCardPayment'),
  paypalPayment: machine('paypalPayment'),
  rules: {
    mutate: ['src/money/*.ts', 'src/host/role.ts'],
    tests: ['tests/money/*.test.ts', 'tests/host/readers.test.ts'],
  },
}
