import { useSelector } from '@xstate/react'
import { useRoot } from '../../app/root.tsx'
import { SubmissionForm, type Field } from './SubmissionForm.tsx'
import { SupportLayout } from './SupportLayout.tsx'

const fields = [
  { name: 'name', label: 'Name', autoComplete: 'name', paired: true },
  { name: 'email', label: 'Email', kind: 'email', autoComplete: 'email', paired: true },
  { name: 'subject', label: 'Subject' },
  { name: 'message', label: 'Message', kind: 'lines' },
] as const satisfies readonly Field[]

/** The contact form. */
export function Component() {
  const user = useSelector(useRoot().session, (snapshot) => snapshot.context.user)
  return (
    <SupportLayout title="Contact us" subtitle="We’ll reply by email within one working day.">
      <SubmissionForm
        form="support"
        label="Contact us"
        fields={fields}
        prefilled={{ name: user?.display_name ?? '', email: user?.user_email ?? '', subject: '', message: '' }}
      />
    </SupportLayout>
  )
}
