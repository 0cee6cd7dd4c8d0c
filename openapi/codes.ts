// Written by openapi/generateCodes.mjs from openapi/host.yaml. Change the contract, then `npm run contract:types`.

const session = ['rest_not_logged_in', 'session_expired', 'session_invalid'] as const
const input = ['rest_missing_callback_param', 'rest_invalid_param', 'rest_invalid_json'] as const
const busy = ['too_many_requests'] as const
const xsrf = ['rest_cookie_invalid_nonce'] as const
const decline = [
  'card_declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
  'authentication_failed',
] as const

/** The listed codes of a call, all of them refusals, and whether the call moves money or ends a subscription. */
export type Call = { readonly codes: readonly string[]; readonly money?: true }

/** Codes that end the session on any call with the bearer. */
export const sessionCodes: readonly string[] = session

/** Codes that end the session when `me` answers them. */
export const meSessionCodes: readonly string[] = ['rest_forbidden', ...session]

/** The calls of the contract by method and path. */
export const calls = {
  'POST /wp-json/custom-plugin/user-login': {
    codes: [
      ...input,
      ...busy,
      ...xsrf,
      'incorrect_password',
      'invalid_username',
      'invalid_email',
      'empty_username',
      'empty_password',
    ],
  },
  'GET /wp-json/custom-plugin/me/': { codes: [...session, ...input, ...busy, 'rest_forbidden'] },
  'PUT /wp-json/custom-plugin/me': {
    codes: [...session, ...input, ...busy, ...xsrf, 'existing_user_email', 'invalid_email'],
  },
  'POST /wp-json/custom-plugin/logout': { codes: [...session, ...input, ...busy, ...xsrf] },
  'GET /wp-json/custom-plugin/sessions': { codes: [...session, ...input, ...busy] },
  'DELETE /wp-json/custom-plugin/sessions': { codes: [...session, ...input, ...busy, ...xsrf] },
  'DELETE /wp-json/custom-plugin/sessions/{id}': {
    codes: [...session, ...input, ...busy, ...xsrf, 'session_not_found'],
  },
  'GET /wp-json/mp/v1/members/{id}': {
    codes: [...session, ...input, ...busy, 'rest_forbidden', 'mp_no_records_found'],
  },
  'GET /wp-json/mp/v1/memberships': { codes: [...session, ...input, ...busy, 'rest_forbidden', 'mp_no_records_found'] },
  'GET /wp-json/mp/v1/memberships/{id}': {
    codes: [...session, ...input, ...busy, 'rest_forbidden', 'mp_no_records_found'],
  },
  'GET /wp-json/mp/v1/transactions': {
    codes: [...session, ...input, ...busy, 'rest_forbidden', 'mp_no_records_found'],
  },
  'GET /wp-json/mp/v1/transactions/{id}': {
    codes: [...session, ...input, ...busy, 'rest_forbidden', 'mp_no_records_found'],
  },
  'GET /wp-json/channel/v2/avatar': { codes: [...session, ...input, ...busy, 'rest_forbidden'] },
  'POST /wp-json/channel/v2/avatar': {
    codes: [...session, ...input, ...busy, ...xsrf, 'upload_missing', 'upload_too_large', 'upload_type_not_allowed'],
  },
  'POST /wp-json/channel/v2/user_forget': {
    codes: [
      ...input,
      ...busy,
      ...xsrf,
      'invalid_email',
      'invalidcombo',
      'empty_username',
      'no_password_reset',
      'retrieve_password_email_failure',
      'password_reset_limit',
    ],
  },
  'POST /wp-json/channel/v2/user_forget/': {
    codes: [
      ...input,
      ...busy,
      ...xsrf,
      'invalid_key',
      'expired_key',
      'password_mismatch',
      'password_too_short',
      'password_reset_limit',
    ],
  },
  'GET /wp-json/channel/v2/channels': { codes: [...session, ...input, ...busy] },
  'GET /wp-json/channel/v2/channels/{slug}': {
    codes: [...session, ...input, ...busy, 'membership_required', 'channel_not_found'],
  },
  'GET /wp-json/channel/v2/favourites': { codes: [...session, ...input, ...busy, 'membership_required'] },
  'PUT /wp-json/channel/v2/favourites/{slug}': {
    codes: [...session, ...input, ...busy, ...xsrf, 'membership_required', 'channel_not_found'],
  },
  'DELETE /wp-json/channel/v2/favourites/{slug}': {
    codes: [...session, ...input, ...busy, ...xsrf, 'membership_required', 'channel_not_found'],
  },
  'GET /wp-json/channel/v2/regions': { codes: [...session, ...input, ...busy] },
  'POST /wp-json/channel/v2/channel_request': {
    codes: [...session, ...input, ...busy, ...xsrf, 'rest_forbidden', 'invalid_email', 'channel_requested_already'],
  },
  'POST /wp-json/payment/v1/create-subscription': {
    codes: [
      ...session,
      ...input,
      ...busy,
      ...xsrf,
      ...decline,
      'rest_forbidden',
      'idempotency_key_missing',
      'idempotency_error',
      'payment_method_not_found',
      'plan_not_found',
    ],
    money: true,
  },
  'POST /wp-json/payment/v1/pay-from-save-card': {
    codes: [
      ...session,
      ...input,
      ...busy,
      ...xsrf,
      ...decline,
      'rest_forbidden',
      'idempotency_key_missing',
      'idempotency_error',
      'payment_method_not_found',
      'plan_not_found',
    ],
    money: true,
  },
  'POST /wp-json/payment/v1/user-stripe-all-cards': {
    codes: [...session, ...input, ...busy, ...xsrf, 'rest_forbidden', 'no_customer'],
  },
  'POST /wp-json/payment/v1/set-default-card': {
    codes: [...session, ...input, ...busy, ...xsrf, 'rest_forbidden', 'payment_method_not_found'],
  },
  'POST /wp-json/payment/v1/delete-card': {
    codes: [...session, ...input, ...busy, ...xsrf, 'rest_forbidden', 'payment_method_not_found'],
  },
  'POST /wp-json/payment/v1/add-card': {
    codes: [...session, ...input, ...busy, ...xsrf, ...decline, 'rest_forbidden', 'payment_method_not_found'],
  },
  'POST /wp-json/payment/v1/cancel-subscription': {
    codes: [
      ...session,
      ...input,
      ...busy,
      ...xsrf,
      'rest_forbidden',
      'idempotency_key_missing',
      'idempotency_error',
      'subscription_not_found',
      'subscription_not_active',
      'paypal_error',
    ],
    money: true,
  },
  'POST /wp-json/payment/v1/cancel-paypal-subscription': {
    codes: [
      ...session,
      ...input,
      ...busy,
      ...xsrf,
      'rest_forbidden',
      'idempotency_key_missing',
      'idempotency_error',
      'subscription_not_found',
      'subscription_not_active',
      'paypal_error',
    ],
    money: true,
  },
  'POST /wp-json/payment/v1/create-paypal-product': {
    codes: [...session, ...input, ...busy, ...xsrf, 'plan_not_found', 'product_not_found', 'paypal_error'],
  },
  'POST /wp-json/payment/v1/create-subscription-paypal': {
    codes: [...session, ...input, ...busy, ...xsrf, 'plan_not_found', 'product_not_found', 'paypal_error'],
  },
  'POST /wp-json/payment/v1/capture-paypal-subscription': {
    codes: [
      ...session,
      ...input,
      ...busy,
      ...xsrf,
      'rest_forbidden',
      'idempotency_key_missing',
      'idempotency_error',
      'plan_not_found',
      'subscription_not_found',
      'paypal_not_approved',
      'paypal_declined',
      'paypal_error',
    ],
    money: true,
  },
  'GET /wp-json/channel/v2/faqs': { codes: [...session, ...input, ...busy] },
  'POST /wp-json/channel/v2/support': {
    codes: [...session, ...input, ...busy, ...xsrf, 'rest_forbidden', 'invalid_email'],
  },
  'POST /wp-json/channel/v2/bug-report': {
    codes: [...session, ...input, ...busy, ...xsrf, 'rest_forbidden', 'invalid_email'],
  },
} as const satisfies Record<string, Call>

/** 'POST /wp-json/…': one call of the contract. */
export type CallName = keyof typeof calls
