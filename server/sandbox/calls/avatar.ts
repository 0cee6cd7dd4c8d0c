import { eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { createHash } from 'node:crypto'
import { requireOwnAccount } from '../authentication.ts'
import { parseBody, requireTexts } from '../body.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { pictures, type Account } from '../tables.ts'
import { createResponse, type WpRefusal } from '../wordpress.ts'

const MAX_AVATAR_BYTES = 2 * 1024 * 1024

const MISSING: WpRefusal = { code: 'upload_missing', message: 'No picture was sent.', status: 400 }
const TOO_LARGE: WpRefusal = { code: 'upload_too_large', message: 'The picture is larger than 2 MB.', status: 413 }
const TYPE_NOT_ALLOWED: WpRefusal = {
  code: 'upload_type_not_allowed',
  message: 'Only PNG, JPEG and WebP images can be uploaded.',
  status: 415,
}

/** The accepted image types by their first bytes. The name and the declared type of a file are ignored. */
const IMAGE_TYPES = [
  { ending: 'png', type: 'image/png', signature: '89504e470d0a1a0a' },
  { ending: 'jpg', type: 'image/jpeg', signature: 'ffd8ff' },
  // RIFF, four bytes of length, WEBP.
  { ending: 'webp', type: 'image/webp', signature: '52494646', format: '57454250' },
] as const

function imageTypeOf(bytes: Buffer) {
  const start = bytes.toString('hex', 0, 12)
  return IMAGE_TYPES.find(
    (kind) => start.startsWith(kind.signature) && (!('format' in kind) || start.slice(16) === kind.format),
  )
}

export function createAvatarCalls(host: Host): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()
  const guard = requireOwnAccount(host)

  async function avatarUrlOf(context: Context, account: Account): Promise<string> {
    const [own] = await db.select({ name: pictures.name }).from(pictures).where(eq(pictures.member, account.id))
    const file = own?.name ?? (account.hasAvatar ? `${account.id}.svg` : undefined)
    return file === undefined ? '' : `${host.originOf(context)}/sandbox/avatars/${file}`
  }

  calls.get('/avatar', guard, async (context) => {
    requireTexts(context.req.query(), ['user_id'])
    return createResponse({ avatar_url: await avatarUrlOf(context, context.get('caller').account) })
  })

  calls.post('/avatar', guard, async (context) => {
    const { account } = context.get('caller')
    const { avatar: file } = await parseBody(context)
    if (!(file instanceof File) || file.size === 0) throw new WpRefusalError(MISSING)
    if (file.size > MAX_AVATAR_BYTES) throw new WpRefusalError(TOO_LARGE)
    const bytes = Buffer.from(await file.arrayBuffer())
    const kind = imageTypeOf(bytes)
    if (!kind) throw new WpRefusalError(TYPE_NOT_ALLOWED)
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const picture = { name: `${account.id}-${digest}.${kind.ending}`, type: kind.type, bytes }
    await db
      .insert(pictures)
      .values({ member: account.id, ...picture })
      .onConflictDoUpdate({ target: pictures.member, set: picture })
    return createResponse({ avatar_url: await avatarUrlOf(context, account) })
  })

  return calls
}
