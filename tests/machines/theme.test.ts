import { themeMachine } from '../../machines/theme.ts'
import { testExamples } from './runEvents.ts'

testExamples(themeMachine, {
  'starts light and stores it': {
    requirement: 'theme.toggle',
    input: { scheme: 'light' },
    when: [],
    state: 'light',
    starts: [
      ['watchTabs', undefined],
      ['storeScheme', { scheme: 'light' }],
    ],
  },
  'starts dark if dark is stored': { input: { scheme: 'dark' }, when: [], state: 'dark' },
  'changes to dark and stores it': {
    requirement: ['theme.toggle', 'theme.stored'],
    input: { scheme: 'light' },
    when: [{ type: 'theme.toggle' }],
    state: 'dark',
    starts: [['storeScheme', { scheme: 'dark' }]],
  },
  'follows another tab': {
    requirement: 'theme.stored',
    input: { scheme: 'dark' },
    when: [{ type: 'tab.lightened' }],
    state: 'light',
  },
  'stays dark if another tab is dark': {
    input: { scheme: 'dark' },
    when: [{ type: 'tab.darkened' }],
    state: 'dark',
    starts: [],
  },
})
