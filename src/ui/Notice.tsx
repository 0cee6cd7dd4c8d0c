import { type ReactNode } from 'react'
import classes from './Notice.module.css'

export type Tone = 'plain' | 'wrong' | 'done' | 'unsure'

/**
 * A sentence that something happened, read out as it comes. The region stays in the page while it is empty, because a
 * live region that arrives together with its words is often not read. `wrong` is red and interrupts; `done` is green
 * (money arrived, mail left) and `unsure` amber (we don't know yet), nothing else is. Fields name it by `id`.
 */
export function Notice({ id, tone = 'plain', children }: { id?: string; tone?: Tone; children?: ReactNode }) {
  return (
    <div
      id={id}
      className={children ? `${classes.notice} ${classes[tone]}` : undefined}
      role={tone === 'wrong' ? 'alert' : 'status'}
    >
      {children}
    </div>
  )
}
