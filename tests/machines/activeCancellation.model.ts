import { activeCancellationMachine } from '../../machines/activeCancellation.ts'
import { createModel } from '../paths/model.ts'
import { member } from './paymentFixtures.ts'

export default createModel({
  machine: activeCancellationMachine,
  inputs: { 'any page': undefined },
  events: {
    'profile.opened': { '': { input: { member, isInterrupted: false } } },
    'profile.closed': 'Open another page',
    'session.ended': 'The session ends',
    'cancellation.started': 'The cancellation starts',
    'cancellation.ended': 'The cancellation ends',
    'cancellation.failed': 'The cancellation fails',
  },
  outcomes: {
    cancellation: {
      done: 'never',
      error: 'never',
      snapshot: {
        'a cancellation runs': { value: { attempting: 'canceling' } },
        'the plan is canceled': { value: 'canceled' },
        'the host refuses': { value: 'refused' },
        'the plan was changed elsewhere': { value: 'changed' },
      },
    },
    watchSession: { done: 'never', error: 'never' },
  },
  invariants: {
    'the cancellation runs only while the profile is open or it cancels': (snapshot) =>
      snapshot.matches('open') === (snapshot.children.cancellation !== undefined),
    'the cancellation has an input': (snapshot) => !snapshot.matches('open') || snapshot.context.input !== undefined,
  },
  texts: {
    events: {
      'profile.opened': 'Open the profile',
    },
    outcomes: {
      'cancellation snapshot / a cancellation runs': 'Press Cancel plan twice',
      'cancellation snapshot / the plan is canceled': 'The host cancels the plan',
      'cancellation snapshot / the host refuses': 'The host refuses to cancel the plan',
      'cancellation snapshot / the plan was changed elsewhere': 'The record shows another plan',
    },
  },
  manual: {
    starts: { 'any page': { as: 'member', open: '/' } },
    causedBy: {
      'profile.opened': { do: 'Choose _Profile_ in the menu.' },
      'profile.closed': { do: 'Choose _Support_ in the menu.' },
      'session.ended': { do: 'In another tab, log out.' },
      'cancellation.started': { impossible: 'The machine raises it when the cancellation starts.' },
      'cancellation.ended': { impossible: 'The machine raises it when the cancellation ends.' },
      'cancellation.failed': { impossible: 'The machine raises it when the cancellation fails.' },
      'cancellation snapshot / a cancellation runs': {
        do: 'At `/sandbox`, set `delay` of 20000 ms on `POST /wp-json/payment/v1/cancel-subscription`. Press _Cancel plan_, then _Cancel plan_ in the question.',
      },
      'cancellation snapshot / the plan is canceled': { do: 'Wait for the response.' },
      'cancellation snapshot / the host refuses': {
        do: 'At `/sandbox`, set `refuse` on `GET /wp-json/mp/v1/members/{id}`. Press _Cancel plan_, then _Cancel plan_ in the question.',
      },
      'cancellation snapshot / the plan was changed elsewhere': {
        do: 'At `/sandbox`, _End the subscriptions of member_ after the question is open. Press _Cancel plan_.',
      },
    },
  },
})
