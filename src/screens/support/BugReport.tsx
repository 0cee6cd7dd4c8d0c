import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Checkbox } from '../../ui/pieces/Checkbox.ts'
import { Letter, type Field } from './Letter.tsx'
import { SupportPage } from './SupportPage.tsx'
import classes from './BugReport.module.css'

const fields = [
  { name: 'email', label: 'Email', kind: 'email', autoComplete: 'email' },
  { name: 'summary', label: 'Summary', hint: 'What went wrong, in one line' },
  { name: 'details', label: 'Details', kind: 'lines', hint: 'What you did, what you expected, what you saw instead' },
  { name: 'page', label: 'Page (optional)', optional: true, hint: 'Where it happened, such as /video/harbor-one' },
] as const satisfies readonly Field[]

/** What helps to see the same: browser, window and language, and nothing of the person. */
const technical = () =>
  `${navigator.userAgent}; window ${window.innerWidth} × ${window.innerHeight}; ${navigator.language}`

/** The bug report. What is sent along with it is to be seen, and can be taken out. */
export function Component() {
  const user = useSelector(useRoot().session, (now) => now.context.user)
  const [found] = useState(technical)
  return (
    <SupportPage title="Report a bug" lead="Tell us what went wrong; the people who can mend it read it.">
      <Letter
        form="bug"
        label="Report a bug"
        fields={fields}
        prefilled={{ email: user?.user_email ?? '', summary: '', details: '', page: '', user_agent: found }}
        more={(edit, values) => (
          <div className={classes.technical}>
            <Checkbox
              label="Send these technical details along"
              checked={values['user_agent'] !== ''}
              onChange={({ target }) => edit('user_agent', target.checked ? found : '')}
            />
            <p className={values['user_agent'] === '' ? classes.out : classes.text}>{found}</p>
          </div>
        )}
      />
    </SupportPage>
  )
}
