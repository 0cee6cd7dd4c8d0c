import * as v from 'valibot'

/**
 * The settings that differ between installations: names, links, gateways, keys. The server writes its overrides into
 * the page as JSON. A missing or invalid field keeps its default.
 */

/** A link target: https, a path of this origin, or plain http on this machine. Never `javascript:`. */
const linkUrl = v.pipe(
  v.string(),
  v.regex(/^(https:\/\/|\/(?!\/)|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$))/, 'not an https URL or a path'),
)
const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const onOrOff = v.picklist(['on', 'off'])
const isKnownCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)
const identifier = v.pipe(v.string(), v.regex(/^[\w.-]+$/))

const fields = {
  brand: {
    name: shortText,
    tagline: shortText,
  },
  links: {
    website: linkUrl,
    signUp: linkUrl,
    rate: linkUrl,
    terms: linkUrl,
    privacy: linkUrl,
    supportEmail: v.pipe(v.string(), v.email()),
  },
  social: { facebook: linkUrl, instagram: linkUrl, youtube: linkUrl },
  apps: { roku: shortText, fireTv: shortText, android: shortText, windows: shortText },
  stores: { roku: linkUrl, fireTv: linkUrl, android: linkUrl, windows: linkUrl },
  gateways: { card: identifier, paypal: identifier },
  /** `currency` is an ISO 4217 code; '' if the given one is unknown, and then no price is shown and no plan is sold. */
  money: {
    currency: v.pipe(v.string(), v.check(isKnownCurrency, 'not an ISO 4217 code')),
    locale: v.pipe(v.string(), v.minLength(2)),
  },
  /** The public keys of the payment providers. Empty: the payment method is not offered. */
  keys: {
    stripe: v.pipe(v.string(), v.regex(/^(pk_\w+)?$/, 'not a publishable key')),
    paypal: v.pipe(v.string(), v.regex(/^[\w-]*$/, 'not a client id')),
  },
  /** The URLs of the payment scripts. Empty: the provider's own URL. */
  scripts: { stripe: v.union([v.literal(''), linkUrl]), paypal: v.union([v.literal(''), linkUrl]) },
  /** What the host offers beyond the specified calls. The server finds out what is missing. */
  features: {
    accountRemoval: onOrOff,
    bugReport: onOrOff,
    channels: onOrOff,
    deviceSignIn: onOrOff,
    devices: onOrOff,
    faqs: onOrOff,
    favorites: onOrOff,
    guide: onOrOff,
    photoUpload: onOrOff,
    plans: onOrOff,
    profileEdit: onOrOff,
    savedCards: onOrOff,
    supportForm: onOrOff,
    transactions: onOrOff,
  },
  /** The inspector that `?inspect` opens. Only a server with the sandbox sets it. */
  inspector: { address: v.union([v.literal(''), linkUrl]) },
}

type Fields = typeof fields
export type Configuration = {
  readonly [G in keyof Fields]: { readonly [F in keyof Fields[G]]: string }
}

export const defaults: Configuration = {
  brand: { name: 'Statecast', tagline: 'Live US news, state by state' },
  links: {
    website: 'https://statecast.example/',
    signUp: 'https://statecast.example/subscribe',
    rate: 'https://statecast.example/rate',
    terms: 'https://statecast.example/terms',
    privacy: 'https://statecast.example/privacy',
    supportEmail: 'support@statecast.example',
  },
  social: {
    facebook: 'https://www.facebook.com/statecast.example',
    instagram: 'https://www.instagram.com/statecast.example',
    youtube: 'https://www.youtube.com/@statecast.example',
  },
  apps: { roku: 'Roku', fireTv: 'Amazon FireTV', android: 'Android', windows: 'Microsoft Windows' },
  stores: {
    roku: 'https://channelstore.roku.com/details/statecast',
    fireTv: 'https://www.amazon.com/dp/statecast',
    android: 'https://play.google.com/store/apps/details?id=example.statecast',
    windows: 'https://apps.microsoft.com/detail/statecast',
  },
  gateways: { card: 's7qsh6-5sg', paypal: 'qk9sts-6j1' },
  money: { currency: 'USD', locale: 'en-US' },
  keys: { stripe: '', paypal: '' },
  scripts: { stripe: '', paypal: '' },
  features: {
    accountRemoval: 'on',
    bugReport: 'on',
    channels: 'on',
    deviceSignIn: 'on',
    devices: 'on',
    faqs: 'on',
    favorites: 'on',
    guide: 'on',
    photoUpload: 'on',
    plans: 'on',
    profileEdit: 'on',
    savedCards: 'on',
    supportForm: 'on',
    transactions: 'on',
  },
  inspector: { address: '' },
}

export type Feature = keyof Configuration['features']

/** Whether the host offers a feature. What needs a missing one is not shown. */
export const hasFeature = ({ features }: Pick<Configuration, 'features'>, feature: Feature): boolean =>
  features[feature] !== 'off'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The defaults, overridden field by field. An invalid field keeps its default, except an unknown currency, which is ''. `problems` lists invalid and unknown
 * fields as `links.website: why`.
 */
export function parseConfiguration(overrides: unknown): { configuration: Configuration; problems: string[] } {
  const problems: string[] = []
  if (overrides !== undefined && !isRecord(overrides)) problems.push('configuration: not an object')
  const given = isRecord(overrides) ? overrides : {}
  for (const group of Object.keys(given)) if (!(group in fields)) problems.push(`${group}: unknown`)

  const groups = Object.entries(fields).map(([group, schemas]) => {
    const values: Record<string, string> = { ...defaults[group as keyof Fields] }
    const givenGroup = given[group]
    if (givenGroup !== undefined && !isRecord(givenGroup)) problems.push(`${group}: not an object`)
    for (const [field, value] of Object.entries(isRecord(givenGroup) ? givenGroup : {})) {
      const schema = (schemas as Record<string, v.GenericSchema<unknown, string>>)[field]
      const result = schema && v.safeParse(schema, value)
      if (!result) problems.push(`${group}.${field}: unknown`)
      else if (result.success) values[field] = result.output
      else {
        problems.push(`${group}.${field}: ${result.issues[0].message}`)
        // The default would show the host's prices in a currency that they are not in.
        if (field === 'currency') values[field] = ''
      }
    }
    return [group, values]
  })
  return { configuration: Object.fromEntries(groups) as Configuration, problems }
}

/** The part of a document that is read. The server, which knows no DOM, imports this module. */
type PageDocument = { getElementById: (id: string) => { readonly textContent: string } | null }

/** The configuration of this page, from `<script type="application/json" id="configuration">`. */
export function readPageConfiguration(page: PageDocument): Configuration {
  const text = page.getElementById('configuration')?.textContent.trim()
  let overrides: unknown
  try {
    overrides = text ? JSON.parse(text) : undefined
  } catch {
    overrides = null
  }
  const { configuration, problems } = parseConfiguration(overrides)
  for (const problem of problems) console.warn(`configuration ${problem}`)
  return configuration
}
