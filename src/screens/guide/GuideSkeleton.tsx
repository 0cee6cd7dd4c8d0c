import { Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import classes from './GuideSkeleton.module.css'

/** The widths of the shows in the skeleton, as shares of a row. */
const shares = [
  [2, 1, 3],
  [1, 2, 2],
  [3, 2, 1],
  [2, 3, 1],
]

/** The skeleton of the guide while it loads, in the shape of the grid or of the list. */
export function GuideSkeleton({ isWide }: { isWide: boolean }) {
  return (
    <div className={isWide ? classes.grid : classes.list} role="status" aria-label="Loading the guide">
      {isWide ? null : (
        <div className={classes.marks}>
          {Array.from({ length: 6 }, (_, index) => (
            <TextSkeleton key={index} width="4rem" />
          ))}
        </div>
      )}
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={classes.row}>
          <Skeleton height="2.5rem" width="2.5rem" />
          {isWide ? (
            (shares[index % shares.length] ?? []).map((share, at) => (
              <div key={at} style={{ flex: share }}>
                <Skeleton height="4rem" />
              </div>
            ))
          ) : (
            <div className={classes.lines}>
              {['40%', '70%', '50%', '60%'].map((width) => (
                <TextSkeleton key={width} width={width} />
              ))}
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
