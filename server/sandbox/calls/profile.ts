import { and, eq, ne } from 'drizzle-orm'
import { Hono } from 'hono'
import { requireSession } from '../authentication.ts'
import { parseBody, isEmail, parseTexts, type Fields, type TextRule } from '../body.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { createEmailChangeMessage, toSingleLine } from '../emails.ts'
import { accounts, emailChanges, mail, type PostalAddress } from '../tables.ts'
import { hashToken, createResetKey } from '../tokens.ts'
import { createResponse, invalidParameters, missingParameters, INVALID_EMAIL, type WpRefusal } from '../wordpress.ts'
import { wpUser } from './session.ts'

/** The lifetime of the confirmation link in ms. */
const LINK_LIFETIME_MS = 86_400_000

const PROFILE_RULES = {
  display_name: { minLength: 1, maxLength: 250 },
  first_name: { maxLength: 250 },
  last_name: { maxLength: 250 },
  user_email: { minLength: 3, maxLength: 100 },
  user_phone: { maxLength: 40 },
}

const ADDRESS_RULES = {
  'mepr-address-one': { maxLength: 200 },
  'mepr-address-two': { maxLength: 200 },
  'mepr-address-city': { maxLength: 100 },
  'mepr-address-state': { maxLength: 100 },
  'mepr-address-zip': { maxLength: 20 },
  'mepr-address-country': { maxLength: 2 },
}

const EMAIL_TAKEN: WpRefusal = {
  code: 'existing_user_email',
  message: 'Sorry, that email address is already used!',
  status: 409,
}

/** The sent fields that have a rule, each as one line. Refuses a field that breaks its rule. */
function parseSentTexts(fields: Fields, rules: Readonly<Record<string, TextRule>>): Readonly<Record<string, string>> {
  const given = Object.entries(fields).filter(([name, value]) => Object.hasOwn(rules, name) && value !== undefined)
  const values: Fields = Object.fromEntries(
    given.map(([name, value]): [string, unknown] => [name, typeof value === 'string' ? toSingleLine(value) : value]),
  )
  return parseTexts(values, Object.fromEntries(Object.entries(rules).filter(([name]) => name in values)))
}

function parseAddress({ address }: Fields): PostalAddress {
  if (address === undefined) return {}
  if (typeof address !== 'object' || address === null || Array.isArray(address)) {
    const message = 'address is not of type object.'
    throw new WpRefusalError(invalidParameters({ address: { code: 'rest_invalid_type', message } }))
  }
  return parseSentTexts({ ...address }, ADDRESS_RULES)
}

export function createProfileCalls(host: Host): Hono<CallerEnv> {
  const { db, runExclusive } = host.records
  const calls = new Hono<CallerEnv>()

  calls.put('/me', requireSession(host), async (context) => {
    const { account } = context.get('caller')
    const fields = await parseBody(context)
    const known = [...Object.keys(PROFILE_RULES), 'address']
    if (!known.some((name) => fields[name] !== undefined)) throw new WpRefusalError(missingParameters(known))
    const change = parseSentTexts(fields, PROFILE_RULES)
    const addressChange = parseAddress(fields)
    const email = change['user_email']?.toLowerCase()
    if (email !== undefined && !isEmail(email)) throw new WpRefusalError(INVALID_EMAIL)

    const now = await runExclusive(async () => {
      const [before = account] = await db.select().from(accounts).where(eq(accounts.id, account.id))
      const after = {
        displayName: change['display_name'] ?? before.displayName,
        firstName: change['first_name'] ?? before.firstName,
        lastName: change['last_name'] ?? before.lastName,
        phone: change['user_phone'] ?? before.phone,
        address: { ...before.address, ...addressChange },
      }
      const isNewEmail = email !== undefined && email !== before.email
      if (isNewEmail) {
        const taken = await db.$count(accounts, and(eq(accounts.email, email), ne(accounts.id, account.id)))
        if (taken > 0) throw new WpRefusalError(EMAIL_TAKEN)
      }
      const at = host.now()
      const until = new Date(at.getTime() + LINK_LIFETIME_MS)
      const key = createResetKey()
      const link = `${host.originOf(context)}/sandbox/new-address?${new URLSearchParams({ key }).toString()}`
      await db.batch([
        db.update(accounts).set(after).where(eq(accounts.id, account.id)),
        // Sending the current address cancels a pending change.
        ...(email === undefined ? [] : [db.delete(emailChanges).where(eq(emailChanges.member, account.id))]),
        ...(isNewEmail
          ? [
              db
                .insert(emailChanges)
                .values({ member: account.id, email, keyHash: hashToken(key), expiresAt: until.toISOString() }),
              db.insert(mail).values(createEmailChangeMessage(before, { email, link, at })),
            ]
          : []),
      ])
      return { ...before, ...after }
    })
    return createResponse(wpUser(now))
  })

  return calls
}
