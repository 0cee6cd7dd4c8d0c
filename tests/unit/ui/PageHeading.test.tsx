import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { nextTask } from '../../../src/ui/nextTask.ts'
import { PageHeading } from '../../../src/ui/PageHeading.tsx'

const heading = () => screen.getByRole('heading', { level: 1 })

it('takes the focus from the link that opened the screen, but not from an element that was chosen since', async () => {
  const page = (path: string) => (
    <>
      <a href="/profile">Profile</a>
      <input aria-label="Search" />
      <PageHeading key={path}>{path}</PageHeading>
    </>
  )
  const { rerender, unmount } = render(page('Profile'))
  await nextTask()
  expect(document.activeElement).toBe(heading())

  screen.getByRole('link').focus()
  rerender(page('Plans'))
  await nextTask()
  expect(document.activeElement).toBe(heading())

  rerender(page('Guide'))
  screen.getByRole('textbox').focus()
  await nextTask()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  unmount()
})

it('leaves the focus where it is if another element takes it', async () => {
  render(<PageHeading focus={false}>Sign in</PageHeading>)
  await nextTask()
  expect(document.activeElement).toBe(document.body)
})
