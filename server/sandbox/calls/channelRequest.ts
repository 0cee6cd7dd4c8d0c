import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { isOwnEmail, requireSession } from '../authentication.ts'
import { requireFields, parseBody, parseId, isEmail, parseTexts } from '../body.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { createChannelRequestMessage, toSingleLine } from '../emails.ts'
import { channelRequests, mail } from '../tables.ts'
import { createResponse, FORBIDDEN, INVALID_EMAIL, EMAIL_MISMATCH, type WpRefusal } from '../wordpress.ts'

const QUALITIES = ['720p', '1080p', '2560p'] as const

const RULES = {
  email: { maxLength: 100 },
  channel_name: { minLength: 1, maxLength: 200 },
  channel_region: { maxLength: 100 },
  preferred_quality: { oneOf: QUALITIES },
  details: { maxLength: 5000 },
}

const ALREADY_REQUESTED: WpRefusal = {
  code: 'channel_requested_already',
  message: 'You have already requested this channel.',
  status: 409,
}

/** The call that requests a channel. Support receives the request by mail. */
export function createChannelRequestCalls(host: Host): Hono<CallerEnv> {
  const { db, runExclusive } = host.records
  const calls = new Hono<CallerEnv>()

  calls.post('/channel_request', requireSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = await parseBody(context)
    requireFields(fields, ['user_id', ...Object.keys(RULES)])
    const id = parseId(fields, 'user_id')
    const { channel_name: typedName } = fields
    const request = parseTexts(
      { ...fields, channel_name: typeof typedName === 'string' ? toSingleLine(typedName) : typedName },
      RULES,
    )
    if (id !== account.id) throw new WpRefusalError(FORBIDDEN)
    if (!isEmail(request.email.trim())) throw new WpRefusalError(INVALID_EMAIL)
    if (!isOwnEmail(account, request.email)) throw new WpRefusalError(EMAIL_MISMATCH)

    const channel = request.channel_name.normalize('NFKC').toLowerCase()
    await runExclusive(async () => {
      const before = await db.$count(
        channelRequests,
        and(eq(channelRequests.member, account.id), eq(channelRequests.channel, channel)),
      )
      if (before > 0) throw new WpRefusalError(ALREADY_REQUESTED)
      const at = host.now()
      await db.batch([
        db.insert(channelRequests).values({ member: account.id, channel, requestedAt: at.toISOString() }),
        db.insert(mail).values(
          createChannelRequestMessage(
            account,
            {
              channel: request.channel_name,
              region: toSingleLine(request.channel_region),
              quality: request.preferred_quality,
              details: request.details,
            },
            at,
          ),
        ),
      ])
    })
    return createResponse({
      success: true,
      message: 'Your request has been submitted successfully. We will notify you once your channel is approved.',
    })
  })

  return calls
}
