import { useEffect, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { type Role } from '../../../machines/session.types.ts'
import { hasFeature } from '../../app/configuration.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { useFilterSearch } from '../../features/channelFilter/useFilterSearch.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './Navigation.module.css'

const entries = [
  {
    name: 'Live Channels',
    feature: undefined,
    to: paths.home(),
    members: true,
    isFiltered: true,
    icon: <path d="M3.5 5h17v11.5h-17zM8.5 20h7M10 8.2l4.5 2.55L10 13.3z" />,
  },
  {
    name: 'Guide',
    feature: 'guide',
    to: paths.guide(),
    members: true,
    isFiltered: true,
    icon: <path d="M3.5 4.5h17v15h-17zM3.5 9.5h17M3.5 14.5h17M9 4.5v15M15 9.5v5" />,
  },
  {
    name: 'Favorites',
    feature: 'favorites',
    to: paths.favourites(),
    members: true,
    isFiltered: false,
    icon: <path d="M12 3.4l2.65 5.37 5.93.860-4.29 4.18 1.01 5.9L12 16.92l-5.3 2.79 1.01-5.9-4.29-4.18 5.93-.860z" />,
  },
  {
    name: 'Support',
    feature: undefined,
    to: paths.support(),
    members: false,
    isFiltered: false,
    icon: <path d="M4 4.5h16v11.5H11l-4.5 4v-4H4zM8 8.5h8M8 12h5" />,
  },
  {
    name: 'Profile',
    feature: undefined,
    to: paths.profile(),
    members: false,
    isFiltered: false,
    icon: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.7-4 3.5-6 7.5-6s6.8 2 7.5 6" />,
  },
] as const

/**
 * The main navigation. Guests do not see the members' entries. On a wide screen it is a rail, collapsed by default; on
 * a phone it is a bar at the bottom.
 */
export function Navigation({ role }: { role: Role }) {
  const { configuration, storage } = useRoot()
  const [isCollapsed, setCollapsed] = useState(() => storage.get('navCollapse') ?? true)
  const filterSearch = useFilterSearch()
  useEffect(() => storage.set('navCollapse', isCollapsed), [storage, isCollapsed])

  return (
    <nav className={classes.nav} aria-label="Main" data-collapsed={isCollapsed}>
      <IconButton className={classes.toggle} onClick={() => setCollapsed(!isCollapsed)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isCollapsed ? 'M4 6h16M4 12h10M4 18h16M17 9l3 3-3 3' : 'M4 6h16M10 12h10M4 18h16M7 9l-3 3 3 3'} />
        </svg>
        <span className="visually-hidden">{isCollapsed ? 'Expand menu' : 'Collapse menu'}</span>
      </IconButton>
      <ul className={classes.entries}>
        {entries
          .filter(({ members }) => !members || role === 'membership')
          .filter(({ feature }) => !feature || hasFeature(configuration, feature))
          .map(({ name, to, icon, members, isFiltered }) => (
            <li key={to} data-members={members ? '' : undefined}>
              <NavLink
                to={{ pathname: to, search: isFiltered ? filterSearch : '' }}
                end={to === paths.home()}
                className={classes.entry ?? ''}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  {icon}
                </svg>
                <span>{name}</span>
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
