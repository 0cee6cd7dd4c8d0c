import { useSelector } from '@xstate/react'
import { useRoot } from '../../app/root.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './Shell.module.css'

/** The switch of the color scheme. Its icon shows the scheme that it switches to. */
export function ThemeToggle() {
  const { theme } = useRoot()
  const isDark = useSelector(theme, (snapshot) => snapshot.matches('dark'))
  return (
    <IconButton
      role="switch"
      aria-checked={isDark}
      aria-label="Dark mode"
      title={isDark ? 'Light mode' : 'Dark mode'}
      className={classes.tool}
      onClick={() => theme.send({ type: 'theme.toggle' })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {isDark ? (
          <>
            <circle cx="12" cy="12" r="4" />
            <path d="M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M5.3 18.7L7 17M17 7l1.7-1.7" />
          </>
        ) : (
          <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />
        )}
      </svg>
    </IconButton>
  )
}
