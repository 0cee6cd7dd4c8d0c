import { Hono } from 'hono'
import { isOwnEmail, requireOwnAccount, requireSession } from '../authentication.ts'
import { parseBody, parseId, isEmail, parseTexts, type Fields, type TextRule } from '../body.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { createBugReportMessage, toSingleLine, createSupportMessage, type NewMailMessage } from '../emails.ts'
import { FAQS } from '../seed/faqs.ts'
import { mail, type Account } from '../tables.ts'
import { createResponse, FORBIDDEN, INVALID_EMAIL, EMAIL_MISMATCH } from '../wordpress.ts'

const QUESTION_RULES = {
  name: { minLength: 1, maxLength: 250 },
  email: { maxLength: 100 },
  subject: { minLength: 1, maxLength: 200 },
  message: { minLength: 1, maxLength: 5000 },
} as const satisfies Readonly<Record<string, TextRule>>

const REPORT_RULES = {
  email: { maxLength: 100 },
  summary: { minLength: 1, maxLength: 200 },
  details: { minLength: 1, maxLength: 5000 },
} as const satisfies Readonly<Record<string, TextRule>>

const OPTIONAL_REPORT_RULES = {
  page: { maxLength: 2000 },
  user_agent: { maxLength: 1000 },
} as const satisfies Readonly<Record<string, TextRule>>

/** Trims the texts, so that white space alone counts as empty. */
const trimFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

/** Refuses an id or email that is not the caller's. */
function checkSender(account: Account, id: number, email: string): void {
  if (id !== account.id) throw new WpRefusalError(FORBIDDEN)
  if (!isEmail(email)) throw new WpRefusalError(INVALID_EMAIL)
  if (!isOwnEmail(account, email)) throw new WpRefusalError(EMAIL_MISMATCH)
}

export function createSupportCalls(host: Host): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()

  const sendMail = (message: NewMailMessage) => db.insert(mail).values(message)

  calls.get('/faqs', requireOwnAccount(host), () =>
    createResponse(FAQS.map((faq, index) => ({ id: String(index + 1), ...faq }))),
  )

  calls.post('/support', requireSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = trimFields(await parseBody(context))
    const supportRequest = parseTexts(fields, QUESTION_RULES)
    checkSender(account, parseId(fields, 'user_id'), supportRequest.email)
    await sendMail(
      createSupportMessage(
        account,
        { ...supportRequest, name: toSingleLine(supportRequest.name), subject: toSingleLine(supportRequest.subject) },
        host.now(),
      ),
    )
    return createResponse({
      success: true,
      message: 'Thank you. Your message has been sent. We’ll reply within one working day.',
    })
  })

  calls.post('/bug-report', requireSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = trimFields(await parseBody(context))
    const report = parseTexts(fields, REPORT_RULES)
    const { page, user_agent: agent } = parseTexts({ page: '', user_agent: '', ...fields }, OPTIONAL_REPORT_RULES)
    checkSender(account, parseId(fields, 'user_id'), report.email)
    await sendMail(
      createBugReportMessage(
        account,
        {
          summary: toSingleLine(report.summary),
          details: report.details,
          page: toSingleLine(page),
          agent: toSingleLine(agent),
        },
        host.now(),
      ),
    )
    return createResponse({
      success: true,
      message: 'Thank you. Your report has been sent to our engineers.',
    })
  })

  return calls
}
