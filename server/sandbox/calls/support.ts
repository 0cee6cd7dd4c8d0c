import { Hono } from 'hono'
import { isOwnEmail, signedIn, withSession } from '../admission.ts'
import { fieldsOf, idIn, isEmail, ruledTexts, type Fields, type TextRule } from '../body.ts'
import { Refused, type CallerEnv, type Host } from '../host.ts'
import { bugLetter, oneLine, supportLetter, type NewLetter } from '../letters.ts'
import { FAQS } from '../seed/faqs.ts'
import { mail, type Account } from '../tables.ts'
import { answer, FORBIDDEN, NO_EMAIL, OTHER_EMAIL } from '../wordpress.ts'

const QUESTION = {
  name: { least: 1, most: 250 },
  email: { most: 100 },
  subject: { least: 1, most: 200 },
  message: { least: 1, most: 5000 },
} as const satisfies Readonly<Record<string, TextRule>>

const REPORT = {
  email: { most: 100 },
  summary: { least: 1, most: 200 },
  details: { least: 1, most: 5000 },
} as const satisfies Readonly<Record<string, TextRule>>

/** What a report may leave out. */
const TECHNICAL = { page: { most: 2000 }, user_agent: { most: 1000 } } as const satisfies Readonly<
  Record<string, TextRule>
>

/** A text of blanks alone says nothing. */
const trimmed = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

/** Refuses who writes under another name than their own. */
function checkSender(account: Account, id: number, email: string): void {
  if (id !== account.id) throw new Refused(FORBIDDEN)
  if (!isEmail(email)) throw new Refused(NO_EMAIL)
  if (!isOwnEmail(account, email)) throw new Refused(OTHER_EMAIL)
}

/** Questions that are asked often, and writing to the support. */
export function supportCalls(host: Host): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()

  const send = (letter: NewLetter) => db.insert(mail).values(letter)

  calls.get('/faqs', signedIn(host), () =>
    answer(
      FAQS.map(({ category, question, answer: said }, index) => ({
        id: String(index + 1),
        question,
        answer: said,
        category,
      })),
    ),
  )

  calls.post('/support', withSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = trimmed(await fieldsOf(context))
    const asked = ruledTexts(fields, QUESTION)
    checkSender(account, idIn(fields, 'user_id'), asked.email)
    await send(
      supportLetter(account, { ...asked, name: oneLine(asked.name), subject: oneLine(asked.subject) }, host.now()),
    )
    return answer({
      success: true,
      message: 'Thank you. Your message has been sent; we answer within one working day.',
    })
  })

  calls.post('/bug-report', withSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = trimmed(await fieldsOf(context))
    const told = ruledTexts(fields, REPORT)
    const { page, user_agent: agent } = ruledTexts({ page: '', user_agent: '', ...fields }, TECHNICAL)
    checkSender(account, idIn(fields, 'user_id'), told.email)
    await send(
      bugLetter(
        account,
        { summary: oneLine(told.summary), details: told.details, page: oneLine(page), agent: oneLine(agent) },
        host.now(),
      ),
    )
    return answer({ success: true, message: 'Thank you. Your report has been sent to the people who can mend it.' })
  })

  return calls
}
