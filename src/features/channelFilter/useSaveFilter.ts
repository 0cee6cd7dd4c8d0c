import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ChannelFilter } from '../../../machines/channelFilter.ts'
import { filterToSearchParams } from './filterSearchParams.ts'

/** Calls the last function that it was given, after the next paint. */
function createAfterPaint() {
  let frame = 0
  let timer = 0
  const cancel = () => {
    window.cancelAnimationFrame(frame)
    window.clearTimeout(timer)
  }
  const run = (work: () => void) => {
    cancel()
    // A frame is painted after its callbacks.
    frame = window.requestAnimationFrame(() => (timer = window.setTimeout(work)))
  }
  return { run, cancel }
}

/**
 * Writes a filter into the URL of the page. A navigation renders all links of the page, so a key in the search field is
 * painted before it.
 */
export function useSaveFilter(): (filter: ChannelFilter) => void {
  const navigate = useNavigate()
  const [{ run, cancel }] = useState(createAfterPaint)
  // Another page has its own URL.
  useEffect(() => cancel, [cancel])
  return (filter) =>
    run(
      () =>
        void navigate({ search: filterToSearchParams(filter).toString() }, { replace: true, preventScrollReset: true }),
    )
}
