import './engine.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { areScreenshotsShown, routeAt } from './hashRoute.ts'
import { Atlas } from './Atlas.tsx'
import { layoutOf } from './layout.ts'
import { graphOf, entryAt } from './machines.ts'

// The layout starts before the page renders, so that both run in parallel.
const first = entryAt(routeAt(location.hash))
if (first && !areScreenshotsShown()) void layoutOf(graphOf(first))

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Atlas />
    </StrictMode>,
  )
