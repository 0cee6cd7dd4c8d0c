/** Reset links from the sandbox's mailbox. */
import { expect, type Page } from '@playwright/test'
import { loginOf, type Account } from './fixture.ts'
import { type SandboxClient } from './server.ts'

/** The newest reset link of an account. */
export async function newestResetLink(sandbox: SandboxClient, account: Account): Promise<string> {
  const mails = await sandbox.mail()
  const link = mails.filter(({ to, links }) => to === loginOf(account) && links.length > 0).at(-1)?.links[0]
  if (link === undefined) throw new Error(`${account} has no email with a link`)
  return link
}

/** Requests a reset email without opening the panel and returns its link. */
export async function requestResetLink(page: Page, sandbox: SandboxClient, account: Account): Promise<string> {
  await page.request.get('/signin', { headers: { accept: 'text/html' } })
  const xsrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value
  const response = await page.request.post('/wp-json/channel/v2/user_forget', {
    multipart: { email_address: account },
    headers: { XSRF: xsrf ?? '' },
  })
  expect(response.status()).toBe(200)
  return newestResetLink(sandbox, account)
}
