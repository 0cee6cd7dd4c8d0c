/** The service key of the sandbox's membership service. It is valid in the sandbox only. */
export const SANDBOX_SERVICE_KEY = 'sandbox-membership-key'

/** Seals the sessions of an edge with the sandbox. It is fixed, so that sessions survive a restart. */
export const SANDBOX_EDGE_SECRETS = ['sandbox-edge-secret-for-this-machine-only'] as const

/** MemberPress's id of the card gateway. */
export const CARD_GATEWAY = 's7qsh6-5sg'

/** MemberPress's id of the PayPal gateway. */
export const PAYPAL_GATEWAY = 'qk9sts-6j1'

/** MemberPress's gateway for memberships that an administrator entered. */
export const MANUAL_GATEWAY = 'manual'

export const SUPPORT_EMAIL = 'support@statecast.example'
