import { themeMachine } from '../../machines/theme.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: themeMachine,
  inputs: { 'light before': { scheme: 'light' }, 'dark before': { scheme: 'dark' } },
  events: {
    'theme.toggle': { '': {} },
    'tab.darkened': { '': {} },
    'tab.lightened': { '': {} },
  },
  outcomes: { storeScheme: { error: 'never' }, watchTabs: { error: 'never' } },
  invariants: { 'never between two schemes': (snapshot) => snapshot.value !== 'opening' },
  texts: {
    events: {
      'theme.toggle': 'Press the dark mode toggle',
      'tab.darkened': 'Choose dark in another tab',
      'tab.lightened': 'Choose light in another tab',
    },
  },
  manual: {
    starts: {
      'light before': { as: 'member', before: 'Choose light.', open: '/' },
      'dark before': { as: 'member', before: 'Choose dark.', open: '/' },
    },
  },
})
