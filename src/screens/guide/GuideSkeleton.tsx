import { type ReactNode } from 'react'
import { Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import classes from './GuideSkeleton.module.css'

/** The widths of the shows in the skeleton, as shares of a row. */
const shares = [
  [2, 1, 3],
  [1, 2, 2],
  [3, 2, 1],
  [2, 3, 1],
]

function Row({ children }: { children: ReactNode }) {
  return (
    <div className={classes.row}>
      <Skeleton height="2.5rem" width="2.5rem" />
      {children}
    </div>
  )
}

/** The skeleton of the guide while it loads: the grid, and for a small screen the list. */
export function GuideSkeleton() {
  const rows = Array.from({ length: 8 }, (_, index) => index)
  return (
    <div role="status" aria-label="Loading the guide">
      <div className={classes.grid}>
        {rows.map((index) => (
          <Row key={index}>
            {(shares[index % shares.length] ?? []).map((share, at) => (
              <div key={at} style={{ flex: share }}>
                <Skeleton height="4rem" />
              </div>
            ))}
          </Row>
        ))}
      </div>
      <div className={classes.list}>
        <div className={classes.marks}>
          {Array.from({ length: 6 }, (_, index) => (
            <TextSkeleton key={index} width="4rem" />
          ))}
        </div>
        {rows.map((index) => (
          <Row key={index}>
            <div className={classes.lines}>
              {['40%', '70%', '50%', '60%'].map((width) => (
                <TextSkeleton key={width} width={width} />
              ))}
            </div>
          </Row>
        ))}
      </div>
    </div>
  )
}
