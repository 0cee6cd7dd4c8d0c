import * as v from 'valibot'
import { createParser, displayTextOrEmpty, mustBeTrue, nonNegativeNumber, optional, rawText } from './lenientSchemas.ts'

/** A page of the application: https, or http on this machine. */
const pageUrl = v.pipe(v.string(), v.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])[^\s\\]+$/i))
const code = v.pipe(rawText, v.minLength(1), v.maxLength(200))

/** In seconds. A code that lasts longer, or an interval that is longer, is not of a device that a user looks at. */
const [maxLifetime, maxInterval] = [1800, 60]
/** The interval without one in the response (RFC 8628, 3.2), in seconds. */
const defaultInterval = 5

const limit = (seconds: number, max: number) => Math.min(Math.max(seconds, 1), max) * 1000

/** Parses the response of `device/code`. Times are in ms. */
export const parseDeviceCode = createParser(
  v.pipe(
    v.object({
      device_code: code,
      user_code: code,
      verification_uri: pageUrl,
      verification_uri_complete: optional(pageUrl),
      expires_in: nonNegativeNumber,
      interval: optional(nonNegativeNumber),
    }),
    v.transform((value) => ({
      deviceCode: value.device_code,
      userCode: value.user_code,
      address: value.verification_uri,
      link: value.verification_uri_complete ?? value.verification_uri,
      lifetimeMs: limit(value.expires_in, maxLifetime),
      intervalMs: limit(value.interval ?? defaultInterval, maxInterval),
    })),
  ),
)

/** Parses the response of `device/approve`: the device that shows the code. */
export const parseDeviceToApprove = createParser(
  v.pipe(
    v.object({
      success: mustBeTrue,
      ip: displayTextOrEmpty,
      ua: displayTextOrEmpty,
      requested: optional(nonNegativeNumber),
    }),
    v.transform(({ ip, ua, requested }) => ({
      userAgent: ua,
      ipAddress: ip,
      requestedAt: requested ?? undefined,
    })),
  ),
)
