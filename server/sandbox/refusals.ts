import { type CallName } from '../../openapi/codes.ts'
import { INVALID_EMAIL, TOO_MANY_REQUESTS, type WpRefusal } from './wordpress.ts'

const noChannel: WpRefusal = { code: 'channel_not_found', message: 'There is no such channel.', status: 404 }
const noRecord: WpRefusal = { code: 'mp_no_records_found', message: 'There were no records found.', status: null }
const declined: WpRefusal = { code: 'card_declined', message: 'Your card was declined.', status: 402 }
const noCard: WpRefusal = { code: 'payment_method_not_found', message: 'No such payment method', status: 404 }
const paypal: WpRefusal = { code: 'paypal_error', message: 'PayPal could not process this request.', status: 422 }

/** The response of the fault `refuse` for each call of the contract: its most likely refusal. */
export const REFUSALS: Readonly<Record<CallName, WpRefusal>> = {
  'POST /wp-json/custom-plugin/user-login': {
    code: 'incorrect_password',
    message:
      '<strong>Error:</strong> The password you entered is incorrect. ' +
      '<a href="/wp-login.php?action=lostpassword">Lost your password?</a>',
    status: null,
  },
  'GET /wp-json/custom-plugin/me/': { code: 'session_expired', message: 'Your session has expired.', status: 401 },
  'PUT /wp-json/custom-plugin/me': {
    code: 'existing_user_email',
    message: 'Sorry, that email address is already used!',
    status: 409,
  },
  'POST /wp-json/custom-plugin/logout': TOO_MANY_REQUESTS,
  'GET /wp-json/custom-plugin/sessions': TOO_MANY_REQUESTS,
  'DELETE /wp-json/custom-plugin/sessions': TOO_MANY_REQUESTS,
  'DELETE /wp-json/custom-plugin/sessions/{id}': {
    code: 'session_not_found',
    message: 'There is no such session.',
    status: 404,
  },
  'GET /wp-json/mp/v1/members/{id}': noRecord,
  'GET /wp-json/mp/v1/memberships': noRecord,
  'GET /wp-json/mp/v1/memberships/{id}': noRecord,
  'GET /wp-json/mp/v1/transactions': noRecord,
  'GET /wp-json/mp/v1/transactions/{id}': noRecord,
  'GET /wp-json/channel/v2/avatar': TOO_MANY_REQUESTS,
  'POST /wp-json/channel/v2/avatar': {
    code: 'upload_too_large',
    message: 'The picture is larger than 2 MB.',
    status: 413,
  },
  'POST /wp-json/channel/v2/user_forget': {
    code: 'invalid_email',
    message: '<strong>Error:</strong> There is no account with that username or email address.',
    status: null,
  },
  'POST /wp-json/channel/v2/user_forget/': { code: 'expired_key', message: 'Invalid key.', status: null },
  'GET /wp-json/channel/v2/channels': TOO_MANY_REQUESTS,
  'GET /wp-json/channel/v2/channels/{slug}': noChannel,
  'GET /wp-json/channel/v2/schedule': TOO_MANY_REQUESTS,
  'GET /wp-json/channel/v2/favourites': TOO_MANY_REQUESTS,
  'PUT /wp-json/channel/v2/favourites/{slug}': noChannel,
  'DELETE /wp-json/channel/v2/favourites/{slug}': noChannel,
  'GET /wp-json/channel/v2/regions': TOO_MANY_REQUESTS,
  'POST /wp-json/channel/v2/channel_request': {
    code: 'channel_requested_already',
    message: 'You have already requested this channel.',
    status: 409,
  },
  'POST /wp-json/payment/v1/create-subscription': declined,
  'POST /wp-json/payment/v1/pay-from-save-card': declined,
  'POST /wp-json/payment/v1/user-stripe-all-cards': { code: 'no_customer', message: 'No such customer', status: null },
  'POST /wp-json/payment/v1/set-default-card': noCard,
  'POST /wp-json/payment/v1/delete-card': noCard,
  'POST /wp-json/payment/v1/add-card': declined,
  'POST /wp-json/payment/v1/cancel-subscription': {
    code: 'subscription_not_found',
    message: 'No such subscription.',
    status: 404,
  },
  'POST /wp-json/payment/v1/cancel-paypal-subscription': paypal,
  'POST /wp-json/payment/v1/create-paypal-product': paypal,
  'POST /wp-json/payment/v1/create-subscription-paypal': paypal,
  'POST /wp-json/payment/v1/capture-paypal-subscription': {
    code: 'paypal_declined',
    message: 'PayPal declined the payment.',
    status: 422,
  },
  'GET /wp-json/channel/v2/faqs': TOO_MANY_REQUESTS,
  'POST /wp-json/channel/v2/support': INVALID_EMAIL,
  'POST /wp-json/channel/v2/bug-report': INVALID_EMAIL,
  'POST /wp-json/custom-plugin/erase-request': TOO_MANY_REQUESTS,
  'POST /wp-json/custom-plugin/device/code': TOO_MANY_REQUESTS,
  'POST /wp-json/custom-plugin/device/token': {
    code: 'expired_token',
    message: 'The code has expired.',
    status: 400,
  },
  'POST /wp-json/custom-plugin/device/approve': {
    code: 'invalid_user_code',
    message: 'There is no such code.',
    status: 404,
  },
}
