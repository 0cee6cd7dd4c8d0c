import { html } from 'hono/html'
import { EXPIRY_TARGETS, type SavedCardSummary, type LedgerEntry, type MailMessage } from './controls.ts'
import { type ActiveFault } from './faults.ts'
import { faultsSection, type FaultDraft } from './faultsSection.ts'
import { ACCOUNTS, emailOf, PASSWORD } from './seed/accounts.ts'
import { planOf } from './seed/plans.ts'
import { TEST_CARDS } from './stripe/testCards.ts'

interface PageContent {
  readonly messages: readonly MailMessage[]
  readonly entries: readonly LedgerEntry[]
  readonly cards: readonly SavedCardSummary[]
  readonly faults: readonly ActiveFault[]
  readonly draft: FaultDraft
  /** The error of the submitted form, or the confirmation. */
  readonly problem?: string | undefined
  readonly done?: string | undefined
}

type Markup = ReturnType<typeof html>

const renderTime = (iso: string) => html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`

const renderCopyable = (text: string, what: string): Markup =>
  html`<span class="copied"
    ><code>${text}</code
    ><button type="button" class="quiet" data-copy="${text}" aria-label="Copy ${what}" hidden>Copy</button></span
  >`

const accountsSection = (): Markup => html`
  <section aria-labelledby="accounts">
    <h2 id="accounts">Accounts</h2>
    <p>Password for all accounts: ${renderCopyable(PASSWORD, 'the password')}</p>
    <ul class="rows">
      ${ACCOUNTS.map(
        (account) => html`
          <li>
            <div>
              <strong>${account.firstName} ${account.lastName}</strong>
              <p>${account.purpose}</p>
            </div>
            ${renderCopyable(emailOf(account), `the email of ${account.login}`)}
          </li>
        `,
      )}
    </ul>
    <form class="line" method="post" action="/sandbox/forms/expire">
      <label for="expire-what">Expire</label>
      <select id="expire-what" name="what">
        ${EXPIRY_TARGETS.map((what) => html`<option value="${what}">${expiryLabels[what]}</option>`)}
      </select>
      <label for="expire-account">for</label>
      <select id="expire-account" name="account">
        <option value="">all accounts</option>
        ${ACCOUNTS.map((account) => html`<option value="${account.login}">${account.login}</option>`)}
      </select>
      <button>Expire now</button>
    </form>
  </section>
`

const expiryLabels: Readonly<Record<(typeof EXPIRY_TARGETS)[number], string>> = {
  sessions: 'sessions',
  membership: 'subscriptions',
  links: 'reset links',
  streams: 'stream URLs (of all accounts)',
}

const mailSection = (messages: readonly MailMessage[]): Markup => html`
  <section aria-labelledby="mail">
    <h2 id="mail">Mailbox <span class="count">${messages.length}</span></h2>
    ${
      messages.length === 0
        ? html`<p class="none">No emails sent yet. Reset instructions and receipts appear here.</p>`
        : html`<ul class="rows">
            ${messages.toReversed().map(
              (message) => html`
                <li>
                  <div>
                    <strong>${message.subject}</strong>
                    <p>to ${message.to} · ${renderTime(message.at)}</p>
                    <p class="text">${message.text}</p>
                    ${message.links
                      .filter((link) => /^(https?:\/\/|\/(?!\/))/.test(link))
                      .map((link) => html`<p><a href="${link}">${link}</a></p>`)}
                  </div>
                </li>
              `,
            )}
          </ul>`
    }
  </section>
`

const ledgerSection = (entries: readonly LedgerEntry[]): Markup => html`
  <section aria-labelledby="ledger">
    <h2 id="ledger">Ledger <span class="count">${entries.length}</span></h2>
    ${
      entries.length === 0
        ? html`<p class="none">No charges yet. Charges, captures and cancellations appear here.</p>`
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Rows of the ledger">
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">What</th>
                  <th scope="col">Who</th>
                  <th scope="col">Plan</th>
                  <th scope="col" class="amount">Amount</th>
                  <th scope="col">Subscription</th>
                  <th scope="col">Idempotency key</th>
                </tr>
              </thead>
              <tbody>
                ${entries.toReversed().map(
                  (entry) => html`
                    <tr>
                      <td>${renderTime(entry.at)}</td>
                      <td>${entry.kind}, ${entry.provider}</td>
                      <td>${loginOf(entry.member)}</td>
                      <td>${planOf(entry.plan_id)?.title ?? entry.plan_id}</td>
                      <td class="amount">${entry.amount === null ? '—' : entry.amount.toFixed(2)}</td>
                      <td><code>${entry.subscription_id}</code></td>
                      <td><code>${entry.idempotency_key ?? '—'}</code></td>
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          </div>`
    }
  </section>
`

const loginOf = (member: number) => ACCOUNTS.find((account) => account.id === member)?.login ?? String(member)

const cardsSection = (savedCards: readonly SavedCardSummary[]): Markup => html`
  <section aria-labelledby="cards">
    <h2 id="cards">Cards</h2>
    <p>Test card numbers. Use any future expiry date and any security code.</p>
    <ul class="rows">
      ${TEST_CARDS.map(
        (card) => html`
          <li>
            <div>
              <strong>${card.result}</strong>
              <p>${card.brand}</p>
            </div>
            ${renderCopyable(card.number, `the number of ${card.name.replaceAll('_', ' ')}`)}
          </li>
        `,
      )}
    </ul>
    <h3>Saved <span class="count">${savedCards.length}</span></h3>
    ${
      savedCards.length === 0
        ? html`<p class="none">No saved cards.</p>`
        : html`<ul class="rows">
            ${savedCards.map(
              (card) => html`
                <li>
                  <div>
                    <strong>${card.brand} •••• ${card.last4}</strong>
                    <p>${loginOf(card.member)} · expires ${card.expires}${card.isDefault ? html` · default` : ''}</p>
                  </div>
                  <code>${card.id}</code>
                </li>
              `,
            )}
          </ul>`
    }
  </section>
`

export const renderPage = (shown: PageContent): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>Sandbox · Statecast</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/page.css" />
        <script src="/sandbox/page.js" defer></script>
      </head>
      <body>
        <header>
          <div>
            <h1>Sandbox</h1>
            <p>
              A local fake of the host, the card provider, PayPal, email and the streams. No real payments are made.
            </p>
          </div>
          <a href="/">Back to Statecast</a>
        </header>
        <main>
          <div id="status" role="status">
            ${shown.done ? html`<p class="done">${shown.done}</p>` : ''}
            ${shown.problem ? html`<p class="problem" id="problem">${shown.problem}</p>` : ''}
          </div>
          ${accountsSection()} ${mailSection(shown.messages)} ${ledgerSection(shown.entries)}
          ${cardsSection(shown.cards)} ${faultsSection(shown)}
          <section aria-labelledby="reset">
            <h2 id="reset">Reset</h2>
            <p>
              Restores the seeded accounts, subscriptions and favorites. Ends every session, empties the mailbox and the
              ledger, and removes all faults.
            </p>
            <form class="line" method="post" action="/sandbox/forms/reset">
              <button>Reset all data</button>
            </form>
          </section>
        </main>
      </body>
    </html>`
