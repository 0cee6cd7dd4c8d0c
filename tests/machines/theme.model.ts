import { themeMachine } from '../../machines/theme.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: themeMachine,
  inputs: { 'light before': { scheme: 'light' }, 'dark before': { scheme: 'dark' } },
  events: {
    'theme.toggle': 'Press the dark mode toggle',
    'tab.darkened': 'Choose dark in another tab',
    'tab.lightened': 'Choose light in another tab',
  },
  outcomes: { storeScheme: { error: 'never' }, watchTabs: { error: 'never' } },
  invariants: { 'always has a scheme': (snapshot) => snapshot.value !== 'starting' },
  manual: {
    starts: {
      'light before': { as: 'member', before: 'Choose light.', open: '/' },
      'dark before': { as: 'member', before: 'Choose dark.', open: '/' },
    },
  },
})
