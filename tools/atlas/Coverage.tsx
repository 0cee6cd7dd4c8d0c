/** The coverage of a machine by its model and in a browser, and of all machines. */
import { use } from 'react'
import { dateLines, CRITERIA, criteria, type Criterion } from '../model-testing/coverageFigures.ts'
import { hashOf } from './hashRoute.ts'
import { loadCoverage, type DatedCoverage } from './coverage.ts'
import classes from './Paths.module.css'

function Cell({ row, side, criterion }: { row: DatedCoverage; side: 'alone' | 'browser'; criterion: Criterion }) {
  const tally = row[side]?.figures[criterion]
  if (!tally) return <td className="figures">–</td>
  const text = `${tally.seen}/${tally.of}`
  const isStale = side === 'browser' && row.stale
  return (
    <td className="figures" data-whole={tally.seen === tally.of && !isStale}>
      {isStale ? `(${text})` : text}
    </td>
  )
}

function LeftOut({ row }: { row: DatedCoverage }) {
  const reasons = [...new Set(row.leftOut.map(({ reason }) => reason))]
  if (reasons.length === 0) return null
  return (
    <details className={classes.path}>
      <summary>Excluded in the browser</summary>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            {reason}
            <span className={classes.now}>
              {row.leftOut
                .filter((left) => left.reason === reason)
                .map(({ what }) => what)
                .join('; ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function Coverage({ machine }: { machine: string }) {
  const rows = use(loadCoverage())
  const own = rows.find((row) => row.machine === machine)
  if (!own) return <p className={classes.quietText}>This machine has no model.</p>
  return (
    <>
      {/* A table wider than a small screen scrolls, by keyboard too. */}
      <div className={classes.wide} role="region" aria-label={`Coverage of ${machine}`} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">criterion</th>
              <th scope="col">model</th>
              <th scope="col">in a browser</th>
            </tr>
          </thead>
          <tbody>
            {criteria.map((criterion) => (
              <tr key={criterion}>
                <th scope="row">{CRITERIA[criterion]}</th>
                <Cell row={own} side="alone" criterion={criterion} />
                <Cell row={own} side="browser" criterion={criterion} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {dateLines([own]).map((sentence) => (
        <p key={sentence} className={classes.quietText}>
          {sentence}
        </p>
      ))}
      <LeftOut row={own} />
      <details className={classes.path}>
        <summary>All machines</summary>
        <div className={classes.wide} role="region" aria-label="Coverage of all machines" tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col" rowSpan={2}>
                  machine
                </th>
                {criteria.map((criterion) => (
                  <th key={criterion} scope="colgroup" colSpan={2}>
                    {CRITERIA[criterion]}
                  </th>
                ))}
              </tr>
              <tr>
                {criteria.flatMap((criterion) => [
                  <th key={`${criterion} alone`} scope="col">
                    alone
                  </th>,
                  <th key={`${criterion} browser`} scope="col">
                    browser
                  </th>,
                ])}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.machine}>
                  <th scope="row">
                    <a href={hashOf({ machine: row.machine, selected: undefined })}>{row.machine}</a>
                  </th>
                  {criteria.flatMap((criterion) => [
                    <Cell key={`${criterion} alone`} row={row} side="alone" criterion={criterion} />,
                    <Cell key={`${criterion} browser`} row={row} side="browser" criterion={criterion} />,
                  ])}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {dateLines(rows).map((sentence) => (
          <p key={sentence} className={classes.quietText}>
            {sentence}
          </p>
        ))}
      </details>
    </>
  )
}
