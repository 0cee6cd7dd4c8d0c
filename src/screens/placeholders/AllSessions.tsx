import { PageHeading } from '../../ui/PageHeading.tsx'

export function Component() {
  return <PageHeading>AllSessions</PageHeading>
}
