import { profileEditMachine } from '../../machines/profileEdit.ts'
import { done, errored, testExamples } from './runEvents.ts'

const input = { userId: 2 }
const values = { display_name: 'Mara Ellison', user_email: 'member@statecast.test', user_phone: '' }
const loaded = done('loadProfile', { kind: 'granted', values, pendingEmail: '' })
const edit = (changed: object) => ({ type: 'form.edit', values: changed })
const submit = { type: 'form.submit' }
const leave = { type: 'page.leave' }
const saving = [loaded, edit({ display_name: ' Mara E. ' }), submit]
const savingEmail = [loaded, edit({ user_email: 'mara@statecast.test' }), submit]
const open = (form: unknown, leaving = 'notLeaving') => ({ open: { form, leaving } })

testExamples(profileEditMachine, {
  'shows the profile, and an empty location if it has none': {
    requirement: 'profile.load',
    input,
    when: [loaded],
    state: open({ editing: 'untouched' }),
    shows: { values },
    starts: [['locationPicker', { address: { country: '', state: '', city: '' } }]],
  },
  'opens the location picker with the saved address': {
    input,
    when: [
      done('loadProfile', {
        kind: 'granted',
        values: {
          ...values,
          'mepr-address-country': 'US',
          'mepr-address-state': 'ME',
          'mepr-address-city': 'Portland',
        },
        pendingEmail: '',
      }),
    ],
    state: open({ editing: 'untouched' }),
    starts: [['locationPicker', { address: { country: 'US', state: 'ME', city: 'Portland' } }]],
  },
  'shows why the profile can’t be loaded': {
    requirement: 'profile.load',
    input,
    when: [done('loadProfile', { kind: 'refused', message: 'Sorry, you are not allowed to do that.', fields: {} })],
    state: 'failed',
    shows: { message: 'Sorry, you are not allowed to do that.' },
  },
  'sends only what changed, without spaces at the ends': {
    requirement: 'profile.saved',
    input,
    when: saving,
    state: open('saving'),
    starts: [['saveProfile', { userId: 2, changes: { display_name: 'Mara E.' } }]],
    tags: ['busy'],
  },
  'sends nothing if nothing changed': {
    input,
    when: [loaded, edit({ display_name: 'Mara Ellison ' }), submit],
    state: open({ editing: 'untouched' }),
    starts: [],
  },
  'confirms the saved changes': {
    requirement: 'profile.saved',
    input,
    when: [...saving, done('saveProfile', { kind: 'granted', email: 'member@statecast.test' })],
    state: open({ editing: 'saved' }),
    shows: { message: 'Changes saved', pendingEmail: '' },
  },
  'asks to confirm a new email address': {
    requirement: 'profile.email',
    input,
    when: [...savingEmail, done('saveProfile', { kind: 'granted', email: 'member@statecast.test' })],
    state: open({ editing: 'confirmationSent' }),
    shows: {
      message: 'Saved. Confirm mara@statecast.test with the link we emailed you.',
      pendingEmail: 'mara@statecast.test',
    },
  },
  'still waits for the confirmation of an earlier email address': {
    input,
    when: [
      done('loadProfile', { kind: 'granted', values, pendingEmail: 'mara@statecast.test' }),
      edit({ display_name: 'Mara E.' }),
      submit,
      done('saveProfile', { kind: 'granted', email: 'member@statecast.test' }),
    ],
    state: open({ editing: 'saved' }),
    shows: { pendingEmail: 'mara@statecast.test' },
  },
  'waits for no confirmation once the email address has changed': {
    input,
    when: [
      done('loadProfile', { kind: 'granted', values, pendingEmail: 'mara@statecast.test' }),
      edit({ display_name: 'Mara E.' }),
      submit,
      done('saveProfile', { kind: 'granted', email: 'mara@statecast.test' }),
    ],
    state: open({ editing: 'saved' }),
    shows: { pendingEmail: '', saved: { display_name: 'Mara E.', user_email: 'mara@statecast.test', user_phone: '' } },
  },
  'names the fields that are missing or too long': {
    requirement: 'profile.rules',
    input,
    when: [loaded, edit({ display_name: ' ', user_phone: '1'.repeat(41) }), submit],
    state: open({ editing: 'invalid' }),
    shows: { errors: { display_name: 'Enter a display name', user_phone: 'Use 40 characters or fewer' } },
    starts: [],
  },
  'requires an email address': {
    requirement: 'profile.rules',
    input,
    when: [loaded, edit({ user_email: '' }), submit],
    state: open({ editing: 'invalid' }),
    shows: { errors: { user_email: 'Enter your email' } },
  },
  'requires a display name that the profile does not have': {
    input,
    when: [
      done('loadProfile', { kind: 'granted', values: { user_email: 'member@statecast.test' }, pendingEmail: '' }),
      edit({ user_phone: '1' }),
      submit,
    ],
    state: open({ editing: 'invalid' }),
    shows: { errors: { display_name: 'Enter a display name' } },
  },
  'limits the length of each field': {
    requirement: 'profile.rules',
    input,
    when: [
      loaded,
      edit({
        display_name: 'a'.repeat(251),
        first_name: 'a'.repeat(251),
        last_name: 'a'.repeat(251),
        user_email: 'a'.repeat(101),
        user_phone: '1'.repeat(41),
        'mepr-address-one': 'a'.repeat(201),
        'mepr-address-two': 'a'.repeat(201),
        'mepr-address-city': 'a'.repeat(101),
        'mepr-address-state': 'a'.repeat(101),
        'mepr-address-zip': '1'.repeat(21),
      }),
      submit,
    ],
    state: open({ editing: 'invalid' }),
    shows: {
      errors: {
        display_name: 'Use 250 characters or fewer',
        first_name: 'Use 250 characters or fewer',
        last_name: 'Use 250 characters or fewer',
        user_email: 'Use 100 characters or fewer',
        user_phone: 'Use 40 characters or fewer',
        'mepr-address-one': 'Use 200 characters or fewer',
        'mepr-address-two': 'Use 200 characters or fewer',
        'mepr-address-city': 'Use 100 characters or fewer',
        'mepr-address-state': 'Use 100 characters or fewer',
        'mepr-address-zip': 'Use 20 characters or fewer',
      },
    },
  },
  'counts characters without the spaces at the ends': {
    input,
    when: [loaded, edit({ display_name: '🙂'.repeat(250), user_phone: ` ${'1'.repeat(40)} ` }), submit],
    state: open('saving'),
    starts: [['saveProfile', { userId: 2, changes: { display_name: '🙂'.repeat(250), user_phone: '1'.repeat(40) } }]],
  },
  'keeps the error of a field while another one is edited': {
    requirement: 'profile.rules',
    input,
    when: [loaded, edit({ display_name: '', user_email: '' }), submit, edit({ display_name: 'Mara E.' })],
    state: open({ editing: 'invalid' }),
    shows: { errors: { user_email: 'Enter your email' } },
  },
  'does not ask to confirm an email address with other capital letters': {
    input,
    when: [
      loaded,
      edit({ user_email: 'Member@Statecast.test' }),
      submit,
      done('saveProfile', { kind: 'granted', email: 'member@statecast.test' }),
    ],
    state: open({ editing: 'saved' }),
    shows: { values, saved: values, message: 'Changes saved', pendingEmail: '' },
  },
  'shows the reasons of the host at the fields': {
    requirement: 'profile.refused',
    input,
    when: [
      ...savingEmail,
      done('saveProfile', {
        kind: 'refused',
        message: 'Please check the form.',
        fields: { user_email: 'Already in use.' },
      }),
    ],
    state: open({ editing: 'refused' }),
    shows: { message: 'Please check the form.', errors: { user_email: 'Already in use.' } },
  },
  'keeps the changes if there is no response': {
    requirement: 'profile.refused',
    input,
    when: [...saving, errored('saveProfile')],
    state: open({ editing: 'outcomeUnknown' }),
    shows: { message: 'We couldn’t confirm your changes were saved. Please save again.' },
  },
  'asks before unsaved changes are discarded': {
    requirement: 'profile.unsaved',
    input,
    when: [loaded, edit({ display_name: 'Mara E.' }), leave],
    state: open({ editing: 'untouched' }, 'confirming'),
  },
  'leaves without a question if everything is saved': {
    input,
    when: [loaded, leave],
    state: open({ editing: 'untouched' }),
  },
  'discards the changes after the question': {
    requirement: 'profile.unsaved',
    input,
    when: [loaded, edit({ display_name: 'Mara E.' }), leave, { type: 'leave.confirm' }],
    state: 'left',
  },
})
