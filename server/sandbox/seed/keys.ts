/** The key that the edge shows to the sandbox's membership service. A stand-in's key: it opens nothing anywhere else. */
export const SANDBOX_SERVICE_KEY = 'sandbox-membership-key'

/** MemberPress's id of the card gateway. */
export const CARD_GATEWAY = 's7qsh6-5sg'

/** MemberPress's id of the PayPal gateway. */
export const PAYPAL_GATEWAY = 'qk9sts-6j1'

/** The gateway of a membership that the site's owner entered by hand. */
export const MANUAL_GATEWAY = 'manual'

/** Where letters to the product's support go. */
export const SUPPORT_EMAIL = 'support@statecast.example'
