import { profileEditMachine } from '../../machines/profileEdit.ts'
import { type ProfileValues } from '../../machines/profileEdit.types.ts'
import { createModel } from '../paths/model.ts'

export const mara: ProfileValues = {
  display_name: 'Mara Ellison',
  first_name: 'Mara',
  last_name: 'Ellison',
  user_email: 'member@statecast.test',
  user_phone: '+1 202 555 0102',
  'mepr-address-one': '2 Harbor Street',
  'mepr-address-two': '',
  'mepr-address-city': 'Portland',
  'mepr-address-state': 'ME',
  'mepr-address-zip': '04101',
  'mepr-address-country': 'US',
}
const tooLong = '5'.repeat(41)
const trimmed = (values: ProfileValues) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.trim()]))

export default createModel({
  machine: profileEditMachine,
  inputs: { 'the member': { userId: 2 } },
  events: {
    'profile.retry': 'Press Try again',
    'form.edit': {
      'a new name': { values: { display_name: 'Mara E. ' } },
      'no name': { values: { display_name: '  ' } },
      'the unchanged name': { values: { display_name: 'Mara Ellison' } },
      'a new address': { values: { user_email: 'mara@ellison.example' } },
      'a phone number that is too long': { values: { user_phone: tooLong } },
    },
    'form.submit': 'Press Save changes',
    'page.leave': 'Press Cancel',
    'leave.confirm': 'Press Discard',
    'leave.cancel': 'Press “Keep editing”',
  },
  outcomes: {
    loadProfile: {
      done: {
        granted: { kind: 'granted', values: mara, pendingEmail: '' },
        'granted, email unconfirmed': { kind: 'granted', values: mara, pendingEmail: 'mara@ellison.example' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.', fields: {} },
        'refused without a message': { kind: 'refused', message: '', fields: {} },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    locationPicker: {
      done: 'never',
      error: 'never',
      snapshot: {
        'the saved address': { context: { address: { country: 'US', state: 'ME', city: 'Portland' } } },
        'another state': { context: { address: { country: 'US', state: 'Ohio', city: '' } } },
      },
    },
    saveProfile: {
      done: {
        'granted, the email is unchanged': { kind: 'granted', email: 'member@statecast.test' },
        'granted, the link was opened': { kind: 'granted', email: 'mara@ellison.example' },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.', fields: {} },
        'refused because of the email': {
          kind: 'refused',
          message: 'Sorry, that email address is already used!',
          fields: { user_email: 'Sorry, that email address is already used!' },
        },
        'refused without a message': { kind: 'refused', message: '', fields: {} },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
  },
  // Whether there are unsaved changes, whether they are valid, and whether they change the email.
  stateKey: ({ context: { saved, values } }) => [
    Object.keys(mara).some((field) => values[field]?.trim() !== saved[field]),
    values['mepr-address-state'] !== saved['mepr-address-state'],
    values['display_name']?.trim() === '' || values['user_phone'] === tooLong,
    values['user_email'] !== saved['user_email'],
  ],
  invariants: {
    'a field has an error only while the form is invalid or refused': (snapshot) =>
      snapshot.matches({ open: { form: { editing: 'invalid' } } }) ||
      snapshot.matches({ open: { form: { editing: 'refused' } } }) ||
      snapshot.matches('left') ||
      Object.keys(snapshot.context.errors).length === 0,
    'every failure and every success has a message': (snapshot) =>
      !(
        snapshot.matches('failed') ||
        snapshot.matches({ open: { form: { editing: 'refused' } } }) ||
        snapshot.matches({ open: { form: { editing: 'outcomeUnknown' } } }) ||
        snapshot.matches({ open: { form: { editing: 'saved' } } }) ||
        snapshot.matches({ open: { form: { editing: 'confirmationSent' } } })
      ) || snapshot.context.message !== '',
    'only a valid form is sent': (snapshot) =>
      !snapshot.matches({ open: { form: 'saving' } }) ||
      (trimmed(snapshot.context.values)['display_name'] !== '' &&
        trimmed(snapshot.context.values)['user_email'] !== '' &&
        snapshot.context.values['user_phone'] !== tooLong),
    'a saved form has the saved values': (snapshot) =>
      !(
        snapshot.matches({ open: { form: { editing: 'saved' } } }) ||
        snapshot.matches({ open: { form: { editing: 'confirmationSent' } } })
      ) || JSON.stringify(snapshot.context.values) === JSON.stringify(snapshot.context.saved),
    'leaving needs no confirmation without unsaved changes': (snapshot) =>
      !snapshot.matches({ open: { leaving: 'confirming' } }) ||
      JSON.stringify(trimmed(snapshot.context.values)) !== JSON.stringify(snapshot.context.saved),
    'an unconfirmed email differs from the saved one': ({ context }) =>
      context.pendingEmail === '' || context.pendingEmail !== context.saved['user_email'],
  },
  texts: {
    events: {
      'form.edit / a new name': 'Type another display name',
      'form.edit / no name': 'Clear the display name',
      'form.edit / the unchanged name': 'Type the display name as it was',
      'form.edit / a new address': 'Type another email',
      'form.edit / a phone number that is too long': 'Type a phone number of 41 digits',
    },
    outcomes: {
      'locationPicker snapshot / the saved address': 'Select the saved state and city',
      'locationPicker snapshot / another state': 'Select Ohio as the state',
      'loadProfile done / granted': 'The host sends the profile',
      'loadProfile done / granted, email unconfirmed': 'The host sends the profile with an unconfirmed email',
      'loadProfile done / refused': 'The host refuses the profile',
      'loadProfile done / refused without a message': 'The host refuses the profile without a message',
      'saveProfile done / granted, the email is unchanged': 'The host saves the profile, and the email does not change',
      'saveProfile done / granted, the link was opened':
        'The host saves the profile, and the new email is confirmed already',
      'saveProfile done / refused': 'The host is too busy',
      'saveProfile done / refused because of the email': 'The host refuses the email, which belongs to another account',
      'saveProfile done / refused without a message': 'The host refuses without a message',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/profile/view-profile', then: 'Press _Edit_.' } },
    calls: { loadProfile: 'GET /wp-json/custom-plugin/me/', saveProfile: 'PUT /wp-json/custom-plugin/me' },
    causedBy: {
      'loadProfile done / refused': { fault: 'status-429' },
      'loadProfile done / granted, email unconfirmed': {
        set: 'First save another email in the form, and do not open the link in the confirmation email.',
      },
      'saveProfile done / granted, the link was opened': {
        impossible: 'The link would have to be opened between the click and the response.',
      },
      'saveProfile done / refused': { fault: 'status-429' },
    },
  },
})
