export const PASSWORD = 'live-news-24'

export interface AccountSeed {
  readonly id: number
  readonly login: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly hasAvatar: boolean
  /** The purpose of the account, shown on the sandbox page. */
  readonly purpose: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** The five seeded accounts. The email address is `<login>@statecast.test`. */
export const ACCOUNTS: readonly AccountSeed[] = [
  {
    id: 2,
    login: 'member',
    firstName: 'Mara',
    lastName: 'Ellison',
    phone: '+1 555 0102',
    hasAvatar: true,
    purpose: 'Pays Monthly by card: two saved cards, favorites, a year of transactions',
    city: 'Portland',
    state: 'ME',
    zip: '04101',
  },
  {
    id: 3,
    login: 'paypal-member',
    firstName: 'Pavel',
    lastName: 'Ostrowe',
    phone: '+1 555 0103',
    hasAvatar: true,
    purpose: 'Pays Quarterly through PayPal',
    city: 'Duluth',
    state: 'MN',
    zip: '55802',
  },
  {
    id: 4,
    login: 'manual-member',
    firstName: 'Manon',
    lastName: "D'Averill",
    phone: '+1 555 0104',
    hasAvatar: false,
    purpose: 'Has an active Yearly plan through another gateway',
    city: 'Macon',
    state: 'GA',
    zip: '31201',
  },
  {
    id: 5,
    login: 'guest',
    firstName: 'Gus',
    lastName: 'Tarrant',
    phone: '',
    hasAvatar: false,
    purpose: 'Never subscribed',
    city: '',
    state: '',
    zip: '',
  },
  {
    id: 6,
    login: 'lapsed',
    firstName: 'Leda',
    lastName: 'Prowse',
    phone: '+1 555 0106',
    hasAvatar: false,
    purpose: 'Former member: every subscription is canceled',
    city: 'Bend',
    state: 'OR',
    zip: '97701',
  },
]

export function emailOf(account: Pick<AccountSeed, 'login'>): string {
  return `${account.login}@statecast.test`
}
