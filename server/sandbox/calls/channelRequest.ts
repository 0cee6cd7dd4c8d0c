import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { isOwnEmail, withSession } from '../admission.ts'
import { demand, fieldsOf, isEmail, ruledTexts } from '../body.ts'
import { Refused, type CallerEnv, type Host } from '../host.ts'
import { channelRequestLetter, oneLine } from '../letters.ts'
import { channelRequests, mail } from '../tables.ts'
import { answer, FORBIDDEN, invalidParameters, NO_EMAIL, OTHER_EMAIL, type WpRefusal } from '../wordpress.ts'

const QUALITIES = ['720p', '1080p', '2560p'] as const

const RULES = {
  email: { most: 100 },
  channel_name: { least: 1, most: 200 },
  channel_region: { most: 100 },
  preferred_quality: { oneOf: QUALITIES },
  details: { most: 5000 },
}

const AGAIN: WpRefusal = {
  code: 'channel_requested_already',
  message: 'You have asked for this channel already.',
  status: 409,
}

/** A whole number, or its digits. */
const isId = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number') && /^[1-9]\d{0,14}$/.test(String(value))

/** Asking for a channel that is missing: a letter to the support. */
export function channelRequestCalls(host: Host): Hono<CallerEnv> {
  const { db, inTurn } = host.records
  const calls = new Hono<CallerEnv>()

  calls.post('/channel_request', withSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = await fieldsOf(context)
    demand(fields, ['user_id', ...Object.keys(RULES)])
    const { user_id: id, channel_name: typedName } = fields
    if (!isId(id)) {
      throw new Refused(
        invalidParameters({ user_id: { code: 'rest_invalid_type', message: 'user_id is not of type integer.' } }),
      )
    }
    const wish = ruledTexts(
      { ...fields, channel_name: typeof typedName === 'string' ? oneLine(typedName) : typedName },
      RULES,
    )
    if (String(id) !== String(account.id)) throw new Refused(FORBIDDEN)
    if (!isEmail(wish.email.trim())) throw new Refused(NO_EMAIL)
    if (!isOwnEmail(account, wish.email)) throw new Refused(OTHER_EMAIL)

    const channel = wish.channel_name.normalize('NFKC').toLowerCase()
    await inTurn(async () => {
      const before = await db.$count(
        channelRequests,
        and(eq(channelRequests.member, account.id), eq(channelRequests.channel, channel)),
      )
      if (before > 0) throw new Refused(AGAIN)
      const at = host.now()
      await db.batch([
        db.insert(channelRequests).values({ member: account.id, channel, askedAt: at.toISOString() }),
        db.insert(mail).values(
          channelRequestLetter(
            account,
            {
              channel: wish.channel_name,
              region: oneLine(wish.channel_region),
              quality: wish.preferred_quality,
              details: wish.details,
            },
            at,
          ),
        ),
      ])
    })
    return answer({
      success: true,
      message: 'Your request has been submitted successfully. We will notify you once your channel is approved.',
    })
  })

  return calls
}
