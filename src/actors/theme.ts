import { fromCallback } from 'xstate'
import { type Scheme, type ThemeEvent } from '../../machines/theme.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type Tabs } from '../platform/tabs.ts'

/** The stored scheme; light without one. */
export const readScheme = (storage: BrowserStorage): Scheme =>
  (storage.get('isDarkMode') ?? storage.get('theme') === 'dark') ? 'dark' : 'light'

/** The actors of the theme machine. */
export const createThemeActors = ({ storage, tabs }: { storage: BrowserStorage; tabs: Tabs }) => ({
  storeScheme: fromCallback<ThemeEvent, { scheme: Scheme }>(({ input: { scheme } }) => {
    if (readScheme(storage) === scheme && storage.get('theme') === scheme) return
    storage.set('isDarkMode', scheme === 'dark')
    storage.set('theme', scheme)
    tabs.notify('data')
  }),
  watchTabs: fromCallback<ThemeEvent>(({ sendBack }) => {
    const report = () => sendBack({ type: readScheme(storage) === 'dark' ? 'tab.darkened' : 'tab.lightened' })
    // Another tab may have changed the scheme after this one read it.
    report()
    return tabs.listen(report)
  }),
})
