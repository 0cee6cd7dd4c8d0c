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
  'shows the profile': { input, when: [loaded], state: open({ editing: 'untouched' }), shows: { values } },
  'shows why the profile can’t be loaded': {
    input,
    when: [done('loadProfile', { kind: 'refused', message: 'Sorry, you are not allowed to do that.', fields: {} })],
    state: 'failed',
    shows: { message: 'Sorry, you are not allowed to do that.' },
  },
  'sends only what changed, without spaces at the ends': {
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
    input,
    when: [...saving, done('saveProfile', { kind: 'granted', email: 'member@statecast.test' })],
    state: open({ editing: 'saved' }),
    shows: { message: 'Changes saved', pendingEmail: '' },
  },
  'asks to confirm a new email address': {
    input,
    when: [...savingEmail, done('saveProfile', { kind: 'granted', email: 'member@statecast.test' })],
    state: open({ editing: 'confirmationSent' }),
    shows: {
      message: 'Saved. Confirm mara@statecast.test with the link we emailed you.',
      pendingEmail: 'mara@statecast.test',
    },
  },
  'names the fields that are missing or too long': {
    input,
    when: [loaded, edit({ display_name: ' ', user_phone: '1'.repeat(41) }), submit],
    state: open({ editing: 'invalid' }),
    shows: { errors: { display_name: 'Enter a display name', user_phone: 'Use 40 characters or fewer' } },
    starts: [],
  },
  'shows the reasons of the host at the fields': {
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
    input,
    when: [...saving, errored('saveProfile')],
    state: open({ editing: 'outcomeUnknown' }),
    shows: { message: 'We couldn’t confirm your changes were saved. Please save again.' },
  },
  'asks before unsaved changes are discarded': {
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
    input,
    when: [loaded, edit({ display_name: 'Mara E.' }), leave, { type: 'leave.confirm' }],
    state: 'left',
  },
})
