import { useRef, type ReactNode } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { MarketingPanel } from './MarketingPanel.tsx'
import classes from './SignInLayout.module.css'

/** The layout of every page without a session: the marketing panel and the page. On a phone the page comes first. */
export function SignInLayout({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const { brand } = useRoot().configuration
  const main = useRef<HTMLElement>(null)
  // A form has a field; other pages have a link or a button.
  const focusFirst = () => {
    const field = main.current?.querySelector<HTMLElement>('input:not([hidden])')
    ;(field ?? main.current?.querySelector<HTMLElement>('a, button'))?.focus()
  }
  return (
    <div className={classes.page}>
      <main ref={main} className={classes.form}>
        <div className={classes.column}>
          <div className={classes.brandOnPhone}>
            <Logo name={brand.name} />
          </div>
          <div className={classes.panel}>{children}</div>
          {footer ? <footer className={classes.footer}>{footer}</footer> : null}
        </div>
      </main>
      <MarketingPanel onPlay={focusFirst} />
    </div>
  )
}
