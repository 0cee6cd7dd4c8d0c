import { render, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { nextTask } from '../../../src/ui/nextTask.ts'
import { PageHeading } from '../../../src/ui/PageHeading.tsx'

// Other tests have the same document.
beforeEach(() => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
})

it('takes the focus when its screen opens', () => {
  const { container } = render(<PageHeading>Profile</PageHeading>)
  expect(document.activeElement).toBe(within(container).getByRole('heading'))
})

it('takes the focus later from the link that opened the screen, but not from an element that was chosen since', async () => {
  const page = (path: string) => (
    <>
      <a href="/profile">Profile</a>
      <input aria-label="Search" />
      <PageHeading key={path} focus="later">
        {path}
      </PageHeading>
    </>
  )
  const { container, rerender } = render(page('Profile'))
  const shown = within(container)
  const heading = () => shown.getByRole('heading')
  expect(document.activeElement).toBe(document.body)
  await nextTask()
  expect(document.activeElement).toBe(heading())

  shown.getByRole('link').focus()
  rerender(page('Plans'))
  await nextTask()
  expect(document.activeElement).toBe(heading())

  rerender(page('Guide'))
  shown.getByRole('textbox').focus()
  await nextTask()
  expect(document.activeElement).toBe(shown.getByRole('textbox'))
})

it('leaves the focus where it is if another element takes it', async () => {
  render(<PageHeading focus={false}>Sign in</PageHeading>)
  await nextTask()
  expect(document.activeElement).toBe(document.body)
})
