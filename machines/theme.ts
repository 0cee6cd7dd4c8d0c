/**
 * theme: light or dark, stored in this browser and shared by every tab.
 *
 *   light ──theme.toggle, tab.darkened──▶ dark ──theme.toggle, tab.lightened──▶ light
 */
import { setup } from 'xstate'
import { createStubs } from './stub.ts'

export type Scheme = 'light' | 'dark'

export type ThemeInput = { scheme: Scheme }

export type ThemeEvent = { type: 'theme.toggle' } | { type: 'tab.darkened' } | { type: 'tab.lightened' }

const stub = createStubs('theme')

export const themeMachine = setup({
  types: {} as {
    input: ThemeInput
    context: ThemeInput
    events: ThemeEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Stores the scheme as `isDarkMode` and `theme`, for other tabs and the next visit. */
    storeScheme: stub.callback<ThemeEvent, { scheme: Scheme }>('storeScheme'),
    watchTabs: stub.callback<ThemeEvent>('watchTabs'),
  },
  guards: {
    isStoredDark: ({ context }) => context.scheme === 'dark',
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => input,
  invoke: { id: 'watchTabs', src: 'watchTabs' },
  initial: 'starting',
  states: {
    starting: {
      description: 'Starts with the stored scheme, or light without one.',
      meta: { requirement: 'theme.stored' },
      always: [{ guard: 'isStoredDark', target: 'dark' }, { target: 'light' }],
    },
    light: {
      description: 'The light scheme.',
      meta: { requirement: 'theme.toggle' },
      invoke: { id: 'storeScheme', src: 'storeScheme', input: { scheme: 'light' } },
      on: { 'theme.toggle': 'dark', 'tab.darkened': 'dark' },
    },
    dark: {
      description: 'The dark scheme: the document has the class `dark`.',
      meta: { requirement: 'theme.toggle' },
      invoke: { id: 'storeScheme', src: 'storeScheme', input: { scheme: 'dark' } },
      on: { 'theme.toggle': 'light', 'tab.lightened': 'light' },
    },
  },
})
