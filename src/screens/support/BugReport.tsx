import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Checkbox } from '../../ui/Checkbox.ts'
import { SubmissionForm, type Field } from './SubmissionForm.tsx'
import { SupportLayout } from './SupportLayout.tsx'
import classes from './BugReport.module.css'

const fields = [
  { name: 'email', label: 'Email', kind: 'email', autoComplete: 'email' },
  { name: 'summary', label: 'Summary', hint: 'One line, e.g. “No sound on Harbor One”' },
  {
    name: 'details',
    label: 'Details',
    kind: 'lines',
    hint: 'What you did, what you expected and what happened instead',
  },
  { name: 'page', label: 'Page (optional)', optional: true, hint: 'Link to the page where it happened' },
] as const satisfies readonly Field[]

/** Browser, window size and language. Contains no personal data. The server, which renders the skeleton, has no window. */
const technicalDetails = () =>
  typeof window === 'undefined'
    ? ''
    : `${navigator.userAgent}; window ${window.innerWidth} × ${window.innerHeight}; ${navigator.language}`

/** The bug report. The user can exclude the technical details. */
export function Component() {
  const user = useSelector(useRoot().session, (snapshot) => snapshot.context.user)
  const [details] = useState(technicalDetails)
  return (
    <SupportLayout title="Report a bug" subtitle="Tell us what went wrong. Reports go straight to our engineers.">
      <SubmissionForm
        form="bug"
        label="Report a bug"
        fields={fields}
        prefilled={{ email: user?.user_email ?? '', summary: '', details: '', page: '', user_agent: details }}
        renderExtra={(edit, values) => (
          <div className={classes.technical}>
            <Checkbox
              label="Include technical details"
              checked={values['user_agent'] !== ''}
              onChange={({ target }) => edit('user_agent', target.checked ? details : '')}
            />
            <p className={values['user_agent'] === '' ? classes.excluded : classes.text}>{details}</p>
          </div>
        )}
      />
    </SupportLayout>
  )
}
