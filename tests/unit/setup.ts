/** Before each file of unit tests. The files of a process share a document, in which none may leave anything. */
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

afterEach(cleanup)
afterAll(() => {
  // Some files have no document.
  if (typeof document !== 'undefined') document.body.replaceChildren()
})
