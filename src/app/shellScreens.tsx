import { useEffect } from 'react'
import { loadHls } from '../platform/loadHls.ts'
import { savesData } from '../platform/savesData.ts'
import { waitForIdle } from '../ui/waitForIdle.ts'
import { lazyScreen, type Chunk } from './lazyScreen.ts'
import { appRoutes, type AppRouteName } from './paths.ts'

const video = () => import('../screens/video/Video.tsx')
const packages = () => import('../screens/packages/Packages.tsx')

/** hls.js is the largest part of this screen, so it loads in parallel with it. */
const videoWithHls = () => {
  loadHls().catch(() => undefined)
  return video()
}
const VideoScreen = lazyScreen(videoWithHls)

/** The code of the screens inside the shell, each in its own chunk. */
const chunks = {
  liveChannels: () => import('../screens/liveChannels/LiveChannels.tsx'),
  guide: () => import('../screens/guide/Guide.tsx'),
  favourites: () => import('../screens/favorites/Favorites.tsx'),
  video: videoWithHls,
  support: () => import('../screens/support/Support.tsx'),
  supportFaqs: () => import('../screens/support/Faqs.tsx'),
  supportForm: () => import('../screens/support/SupportForm.tsx'),
  supportBugs: () => import('../screens/support/BugReport.tsx'),
  upgrade: () => import('../screens/upgrade/Upgrade.tsx'),
  profile: () => {
    const profile = import('../screens/profile/Profile.tsx')
    // The primary action of the profile opens the plans. Preload them, so that a slow device responds at once.
    profile.then(packages).catch(() => undefined)
    return profile
  },
  editProfile: () => import('../screens/editProfile/EditProfile.tsx'),
  packages,
  transactions: () => import('../screens/transactions/Transactions.tsx'),
  invoice: () => import('../screens/invoice/Invoice.tsx'),
  viewProfile: () => import('../screens/viewProfile/ViewProfile.tsx'),
  devices: () => import('../screens/devices/Devices.tsx'),
  paymentCards: () => import('../screens/paymentCards/PaymentCards.tsx'),
  subscribe: () => import('../screens/subscribe/Subscribe.tsx'),
  subscribeSuccess: () => import('../screens/subscribeSuccess/SubscribeSuccess.tsx'),
  activate: () => import('../screens/activate/Activate.tsx'),
} satisfies Partial<Record<AppRouteName, Chunk>>

const ListScreen = lazyScreen(chunks.liveChannels)

/**
 * The list of channels. Its cards open a channel, so the code of the player loads when the browser is idle; hls.js, which
 * is large, only if the browser does not save data.
 */
function ListWithPlayer() {
  useEffect(() => {
    const load: () => Promise<unknown> = savesData() ? video : VideoScreen.preload
    void waitForIdle()
      .then(load)
      .catch(() => undefined)
  }, [])
  return <ListScreen />
}

const ownScreens: Partial<Record<AppRouteName, ReturnType<typeof lazyScreen>>> = {
  liveChannels: Object.assign(ListWithPlayer, { preload: ListScreen.preload }),
  video: VideoScreen,
}

/** The screens inside the shell with their routes. */
export const shellScreens = (Object.entries(chunks) as [keyof typeof chunks, Chunk][]).map(([name, load]) => ({
  route: appRoutes[name],
  Screen: ownScreens[name] ?? lazyScreen(load),
}))
