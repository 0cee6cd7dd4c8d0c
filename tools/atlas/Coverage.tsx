/** What the tests cover of a machine, alone and in a browser, and of all machines. */
import { use } from 'react'
import { ageWords, SUBJECTS, subjects, type Subject } from '../model-testing/figures.ts'
import { addressOf } from './address.ts'
import { coverage, type Dated } from './coverage.ts'
import classes from './Paths.module.css'

function Cell({ row, side, subject }: { row: Dated; side: 'alone' | 'browser'; subject: Subject }) {
  const tally = row[side]?.figures[subject]
  if (!tally) return <td className="figures">–</td>
  const told = `${tally.seen}/${tally.of}`
  const isOld = side === 'browser' && row.stale
  return (
    <td className="figures" data-whole={tally.seen === tally.of && !isOld}>
      {isOld ? `(${told})` : told}
    </td>
  )
}

function LeftOut({ row }: { row: Dated }) {
  const reasons = [...new Set(row.leftOut.map(({ reason }) => reason))]
  if (reasons.length === 0) return null
  return (
    <details className={classes.path}>
      <summary>Left out in the browser, with the reason</summary>
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
  const rows = use(coverage())
  const own = rows.find((row) => row.machine === machine)
  if (!own)
    return (
      <p className={classes.quietWords}>
        Nothing is known yet: <code>npm run coverage</code> tells, and so does a run of the tests.
      </p>
    )
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">what</th>
            <th scope="col">alone</th>
            <th scope="col">in a browser</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map((subject) => (
            <tr key={subject}>
              <th scope="row">{SUBJECTS[subject]}</th>
              <Cell row={own} side="alone" subject={subject} />
              <Cell row={own} side="browser" subject={subject} />
            </tr>
          ))}
        </tbody>
      </table>
      {ageWords([own]).map((sentence) => (
        <p key={sentence} className={classes.quietWords}>
          {sentence}
        </p>
      ))}
      <LeftOut row={own} />
      <details className={classes.path}>
        <summary>All machines</summary>
        {/* Wider than its place on small screens: then it scrolls by itself, by keyboard too. */}
        <div className={classes.wide} role="region" aria-label="Coverage of all machines" tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col" rowSpan={2}>
                  machine
                </th>
                {subjects.map((subject) => (
                  <th key={subject} scope="colgroup" colSpan={2}>
                    {SUBJECTS[subject]}
                  </th>
                ))}
              </tr>
              <tr>
                {subjects.flatMap((subject) => [
                  <th key={`${subject} alone`} scope="col">
                    alone
                  </th>,
                  <th key={`${subject} browser`} scope="col">
                    browser
                  </th>,
                ])}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.machine}>
                  <th scope="row">
                    <a href={addressOf({ machine: row.machine, selected: undefined })}>{row.machine}</a>
                  </th>
                  {subjects.flatMap((subject) => [
                    <Cell key={`${subject} alone`} row={row} side="alone" subject={subject} />,
                    <Cell key={`${subject} browser`} row={row} side="browser" subject={subject} />,
                  ])}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {ageWords(rows).map((sentence) => (
          <p key={sentence} className={classes.quietWords}>
            {sentence}
          </p>
        ))}
      </details>
    </>
  )
}
