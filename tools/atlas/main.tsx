import './engine.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { arePicturesWanted, placeAt } from './address.ts'
import { Atlas } from './Atlas.tsx'
import { pictureOf } from './layout.ts'
import { graphOf, opened } from './machines.ts'

// The chart is laid out while the page around it is made.
const first = opened(placeAt(location.hash))
if (first && !arePicturesWanted()) void pictureOf(graphOf(first))

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Atlas />
    </StrictMode>,
  )
