/**
 * The transitions of a payment that the model check does not take, because they need what its hosts and tabs do not have,
 * such as a subscription without an id at its gateway, a refused read, or a child machine that fails. It takes all others,
 * and the ledger judges them (`modelCheck.test.ts`), so the tours in the browser take only these, and show each state and
 * kind of result once.
 */
export const untakenTransitions: Readonly<Record<'payment' | 'planChange' | 'reconciliation', readonly string[]>> = {
  payment: [],
  planChange: [
    "in 'claiming', on 'attempt.claimed', if isProviderIdMissing → 'refused'",
    "in 'claiming', on 'attempt.claimed', otherwise → 'membershipChanged'",
    "in 'reading', on done of readRecord, otherwise → 'refused'",
    "in 'cancelThenPay', on error of payment → 'awaitingPayment'",
    "in 'payOnly', on error of payment → 'awaitingPayment'",
    "in 'awaitingCancel', on done of reconciliation, if wasPaid → 'paid'",
    "in 'awaitingCancel', on error of reconciliation → 'outcomeUnknown'",
    "in 'awaitingPayment', on error of reconciliation → 'outcomeUnknown'",
  ],
  reconciliation: [],
}
