import { fromCallback } from 'xstate'
import { type Scheme, type ThemeEvent } from '../../machines/theme.ts'
import { type StoragePort } from '../platform/storage.ts'
import { type Tabs } from '../platform/tabs.ts'

/** The scheme of the last visit; light without one. */
export const schemeOf = (storage: StoragePort): Scheme =>
  (storage.get('isDarkMode') ?? storage.get('theme') === 'dark') ? 'dark' : 'light'

/** What the theme machine asks of the world. */
export const themeActors = ({ storage, tabs }: { storage: StoragePort; tabs: Tabs }) => ({
  keepScheme: fromCallback<ThemeEvent, { scheme: Scheme }>(({ input: { scheme } }) => {
    if (schemeOf(storage) === scheme && storage.get('theme') === scheme) return
    storage.set('isDarkMode', scheme === 'dark')
    storage.set('theme', scheme)
    tabs.tell()
  }),
  watchTabs: fromCallback<ThemeEvent>(({ sendBack }) =>
    tabs.listen(() => sendBack({ type: schemeOf(storage) === 'dark' ? 'tab.darkened' : 'tab.lightened' })),
  ),
})
