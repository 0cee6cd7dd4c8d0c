/** Responses of the host with many records. */
import { type Page } from '@playwright/test'

const perPage = 100

/** A transaction of the member, as the host writes it. `createdAt` is UTC. */
export const transaction = (id: number, createdAt: string, status = 'complete') => ({
  id: String(id),
  membership: '102',
  member: '2',
  subscription: '11',
  amount: '19.99',
  total: '19.99',
  trans_num: `ch_${id}`,
  status,
  txn_type: 'payment',
  gateway: 's7qsh6-5sg',
  created_at: createdAt,
})

/** Answers every page of the list with these transactions. */
export const answerTransactions = (page: Page, total: number, pages: number, transactions: (nth: number) => object[]) =>
  page.route('**/mp/v1/transactions?*', (route) => {
    const nth = Number(new URL(route.request().url()).searchParams.get('page'))
    return route.fulfill({
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'x-wp-total': String(total),
        'x-wp-totalpages': String(pages),
      },
      body: JSON.stringify(transactions(nth)),
    })
  })

/** Answers with this many transactions, newest first, 400 a year; every third failed. */
export const answerManyTransactions = (page: Page, total: number) =>
  answerTransactions(page, total, Math.ceil(total / perPage), (nth) => {
    const first = total - (nth - 1) * perPage
    return Array.from({ length: Math.min(perPage, first) }, (_, at) => {
      const id = first - at
      return transaction(id, `${2000 + Math.floor(id / 400)}-03-02 09:14:00`, id % 3 ? 'complete' : 'failed')
    })
  })

/** Answers with this many sessions; the first is the current one. */
export const answerManyDevices = (page: Page, total: number) =>
  page.route('**/custom-plugin/sessions', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          json: Array.from({ length: total }, (_, at) => ({
            id: `session-${at}`,
            ip: `203.0.113.${at % 256}`,
            ua: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
            login: 1_790_000_000 - at * 3600,
            expiration: 1_800_000_000,
            current: at === 0,
          })),
        })
      : route.fallback(),
  )
