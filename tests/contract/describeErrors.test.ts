import { expect, test } from 'vitest'
import { contract, schemaErrors } from '../../tools/contract/contract.ts'

const { Transaction, Membership, WpUser, SignInResponse } = contract.components.schemas

const plan = {
  id: 102,
  title: 'Monthly',
  price: '19.99',
  period: '1',
  period_type: 'months',
  trial: false,
  trial_days: '0',
}
const transaction = {
  id: '31',
  membership: '102',
  member: '2',
  subscription: '0',
  amount: '19.99',
  total: '19.99',
  trans_num: 'ch_1',
  status: 'complete',
  txn_type: 'payment',
  gateway: 'manual',
  created_at: '2026-11-02 09:14:00',
}

test.each<[string, object | undefined, unknown, string[]]>([
  ['another type', Membership, { ...plan, price: 19.99 }, ['price is a number, not a string']],
  [
    'several fields',
    Membership,
    { ...plan, id: '102', title: null },
    ['id is a string, not an integer', 'title is null, not a string'],
  ],
  [
    'a missing field',
    WpUser,
    { ID: 2, data: { ID: '2', user_login: 'm', display_name: 'M' } },
    ['data has no user_email'],
  ],
  [
    'a missing field of the body',
    SignInResponse,
    { access_token: 'a', user: { ID: 2 } },
    ['the body has no refresh_token', 'user has no data'],
  ],
  [
    'a text of another form',
    Membership,
    { ...plan, price: '19,99' },
    ['price is "19,99", which does not match ^\\d+(\\.\\d+)?$'],
  ],
  ['another value', Membership, { ...plan, trial: 'yes' }, ['trial is "yes", not one of true, false, "1", "0", 1, 0']],
  ['a list for a body', Membership, [], ['the body is an array, not an object']],
  [
    'no alternative',
    Transaction,
    { ...transaction, membership: 102 },
    ['membership is a number, not a string or an object'],
  ],
  [
    'one alternative',
    Transaction,
    { ...transaction, membership: { ...plan, price: 9 } },
    ['membership.price is a number, not a string'],
  ],
  [
    'a long value',
    Membership,
    { ...plan, price: 'x'.repeat(99) },
    [`price is "${'x'.repeat(39)}…, which does not match ^\\d+(\\.\\d+)?$`],
  ],
  ['a valid value', Transaction, transaction, []],
])('%s', (_name, schema, value, expected) => {
  expect(schemaErrors({ ...schema }, value)).toEqual(expected)
})

test('an error of every row is told once', () => {
  const schema = { type: 'array', items: Membership }
  const rows = [plan, { ...plan, price: 1 }, { ...plan, price: 2 }, { ...plan, price: 3, id: 'x' }]
  expect(schemaErrors(schema, rows)).toEqual([
    '[1].price is a number, not a string (and 2 more)',
    '[3].id is a string, not an integer',
  ])
})

test('a token is not shown', () => {
  expect(
    schemaErrors({ ...SignInResponse }, { access_token: ['secret'], refresh_token: '', user: {} }).join(),
  ).not.toContain('secret')
})
