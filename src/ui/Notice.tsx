import { type ReactNode } from 'react'
import classes from './Notice.module.css'

export type Tone = 'plain' | 'wrong' | 'done' | 'unsure'

/**
 * A message in a live region. Render it while it is empty too: screen readers often skip a live region that appears
 * together with its text. `wrong` is red and interrupts, `done` is green, `unsure` is amber (an unknown
 * outcome or a warning). Fields refer to it by `id`.
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
