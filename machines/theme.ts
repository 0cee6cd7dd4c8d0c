/**
 * theme: light or dark, kept in this browser and followed by every tab.
 *
 *   light ──theme.toggle, tab.darkened──▶ dark ──theme.toggle, tab.lightened──▶ light
 */
import { fromCallback, setup } from 'xstate'

export type Scheme = 'light' | 'dark'

export type ThemeInput = { scheme: Scheme }

export type ThemeEvent = { type: 'theme.toggle' } | { type: 'tab.darkened' } | { type: 'tab.lightened' }

export const themeMachine = setup({
  types: {} as {
    input: ThemeInput
    context: ThemeInput
    events: ThemeEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Writes the scheme down (`isDarkMode` and `theme`), so that other tabs and the next visit follow. */
    keepScheme: fromCallback<ThemeEvent, { scheme: Scheme }>(() => {
      throw new Error('theme: provide keepScheme')
    }),
    watchTabs: fromCallback<ThemeEvent>(() => {
      throw new Error('theme: provide watchTabs')
    }),
  },
  guards: {
    wasDark: ({ context }) => context.scheme === 'dark',
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => input,
  invoke: { id: 'watchTabs', src: 'watchTabs' },
  initial: 'opening',
  states: {
    opening: {
      description: 'The scheme of the last visit decides; without one it is light.',
      meta: { requirement: 'theme.kept' },
      always: [{ guard: 'wasDark', target: 'dark' }, { target: 'light' }],
    },
    light: {
      description: 'Ink on paper.',
      meta: { requirement: 'theme.toggle' },
      invoke: { id: 'keepScheme', src: 'keepScheme', input: { scheme: 'light' } },
      on: { 'theme.toggle': 'dark', 'tab.darkened': 'dark' },
    },
    dark: {
      description: 'A control room at night: the document has the class `dark`.',
      meta: { requirement: 'theme.toggle' },
      invoke: { id: 'keepScheme', src: 'keepScheme', input: { scheme: 'dark' } },
      on: { 'theme.toggle': 'light', 'tab.lightened': 'light' },
    },
  },
})
