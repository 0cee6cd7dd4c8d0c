import { useSelector } from '@xstate/react'
import { Suspense, useLayoutEffect, useRef } from 'react'
import { Link, Outlet, useLocation, useMatch } from 'react-router-dom'
import { noticeOf } from '../../app/accessRules.ts'
import { paths, appRoutes } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { loadChunk } from '../../platform/loadChunk.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useFilterSearch } from '../../features/channelFilter/useFilterSearch.ts'
import { ReminderNotice } from '../../features/reminder/ReminderNotice.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'
import { UnreachableBanner } from './UnreachableBanner.tsx'
import { Navigation } from './Navigation.tsx'
import { ProfileLayout } from './ProfileLayout.tsx'
import { shellKindOf } from './shellKind.ts'
import classes from './Shell.module.css'
import { ThemeToggle } from './ThemeToggle.tsx'

/** Replaces a notice whose code can't be loaded: the page works without it, and the next visit loads it again. */
const NoNotice = () => null

const PlanEndNotice = lazyPart(
  async () => (await loadChunk(() => import('./PlanEndNotice.tsx'))).PlanEndNotice,
  NoNotice,
)

/** The layout of every screen behind the sign-in: top bar, navigation, unreachable banner, screen. */
export function Component() {
  const { configuration, session } = useRoot()
  const role = useSelector(session, (snapshot) => snapshot.context.role)
  const userId = useSelector(session, ({ context }) => context.user?.ID)
  const location = useLocation()
  const isProfile = useMatch(`${appRoutes.profile.pattern}/*`)
  const filterSearch = useFilterSearch()
  const notice = noticeOf(location.state, role)
  const main = useRef<HTMLElement>(null)
  const kind = shellKindOf(location.pathname)

  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.shell = kind
    return () => void delete dataset.shell
  }, [kind])

  // A link to the content would change the URL.
  const skip = () => main.current?.focus()

  return (
    <div
      className={kind === 'video' ? `dark ${classes.shell}` : classes.shell}
      data-checkout={kind === 'checkout' ? '' : undefined}
    >
      <button type="button" className={classes.skip} onClick={skip}>
        Skip to content
      </button>
      <header className={classes.bar}>
        <Link
          to={role === 'membership' ? { pathname: paths.home(), search: filterSearch } : paths.profile()}
          className={classes.home}
        >
          <Logo name={configuration.brand.name} />
        </Link>
        <div className={classes.tools}>
          <ThemeToggle />
          <AvatarMenu />
        </div>
      </header>
      <Navigation role={role} />
      <main ref={main} tabIndex={-1} className={classes.main}>
        <UnreachableBanner />
        <div role="status">
          {role === 'membership' && userId !== undefined ? (
            <Suspense>
              <PlanEndNotice key={userId} userId={userId} onDismiss={skip} />
            </Suspense>
          ) : null}
        </div>
        <div className={notice ? classes.notice : undefined}>
          <Notice>{notice}</Notice>
        </div>
        {isProfile ? (
          <ProfileLayout role={role}>
            <Outlet />
          </ProfileLayout>
        ) : (
          <Outlet />
        )}
      </main>
      <ReminderNotice />
    </div>
  )
}
