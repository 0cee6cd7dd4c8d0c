import { Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import gridClasses from './GuideGrid.module.css'
import listClasses from './GuideList.module.css'
import classes from './GuideSkeleton.module.css'

/** The widths of the shows in the skeleton, as shares of a row. */
const shares = [
  [2, 1, 3],
  [1, 2, 2],
  [3, 2, 1],
  [2, 3, 1],
]

/** A channel of the grid with its shows. The first one begins where the visible part does. */
function GridRow({ index }: { index: number }) {
  return (
    <div className={classes.row}>
      <div className={classes.channel}>
        <div className={gridClasses.link}>
          <Skeleton height="2.5rem" width="2.5rem" />
          <div className={classes.name}>
            <TextSkeleton width="70%" />
          </div>
        </div>
      </div>
      {(shares[index % shares.length] ?? []).map((share, at) => (
        <div key={at} className={classes.cell} style={{ flex: share }}>
          <Skeleton height="100%" />
          <div className={gridClasses.text}>
            <TextSkeleton width="60%" />
            <TextSkeleton width="40%" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A channel of the list: its name, what it shows, the times, and what follows. */
function ListRow() {
  return (
    <div className={listClasses.item}>
      <div className={classes.mark}>
        <Skeleton height="2.5rem" width="2.5rem" />
      </div>
      <div className={listClasses.shows}>
        <div className={listClasses.name}>
          <TextSkeleton width="40%" />
        </div>
        <div className={classes.title}>
          <TextSkeleton width="70%" />
        </div>
        <div className={listClasses.times}>
          <TextSkeleton width="50%" />
        </div>
        <div className={listClasses.progress} />
        <div className={`${listClasses.next} ${classes.next}`}>
          <TextSkeleton width="60%" />
        </div>
      </div>
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
          <GridRow key={index} index={index} />
        ))}
      </div>
      <div className={classes.list}>
        <div className={classes.marks}>
          {Array.from({ length: 6 }, (_, index) => (
            <TextSkeleton key={index} width="4rem" />
          ))}
        </div>
        {rows.map((index) => (
          <ListRow key={index} />
        ))}
      </div>
    </div>
  )
}
