import { fileDownloadMachine } from '../../machines/fileDownload.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: fileDownloadMachine,
  inputs: { 'the data of the account': undefined },
  events: { 'download.start': 'Press “Download my data”, or Try again' },
  outcomes: {
    makeFile: {
      done: {
        saved: { kind: 'saved', note: '' },
        'saved with a note': { kind: 'saved', note: 'Some lines are images.' },
        incomplete: { kind: 'incomplete', missing: ['your payments'] },
        refused: { kind: 'refused', message: 'Too many requests. Please wait a moment.' },
      },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
  },
  invariants: {
    'a file without a part names it': (snapshot) =>
      snapshot.matches('incomplete') === snapshot.context.missing.length > 0,
    'every failure has a message': (snapshot) => !snapshot.matches('failed') || snapshot.context.message !== '',
  },
  texts: {
    outcomes: {
      'makeFile done / saved': 'Everything loads',
      'makeFile done / saved with a note': 'The file is made with a note',
      'makeFile done / incomplete': 'The payments cannot be loaded',
      'makeFile done / refused': 'The host refuses every part',
      'makeFile error / unreachable': 'The host is unreachable for every part',
    },
  },
  manual: {
    starts: { '': { as: 'member', open: '/profile', then: 'Scroll to _Your data_.' } },
    calls: { makeFile: 'GET /wp-json/mp/v1/transactions' },
    causedBy: {
      'makeFile done / saved with a note': { impossible: 'Only the PDF of an invoice has a note.' },
      'makeFile done / incomplete': { fault: 'status-500' },
      'makeFile done / refused': { impossible: 'A fault is set for one call, and the other parts load.' },
      'makeFile error / unreachable': { set: 'Disconnect the network.' },
    },
  },
})
