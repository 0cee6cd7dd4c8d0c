import { useEffect } from 'react'

/**
 * Takes over a prerendered page when it is hydrated: a form that was submitted before is submitted now. The script in
 * index.html holds such a submit in `data-held-submit` of the document, as long as `#root` has `data-prerendered`.
 */
export function useHeldSubmit(): void {
  useEffect(() => {
    const root = document.getElementById('root')
    root?.removeAttribute('data-prerendered')
    const { dataset } = document.documentElement
    if (dataset['heldSubmit'] === undefined) return
    delete dataset['heldSubmit']
    root?.querySelector('form')?.requestSubmit()
  }, [])
}
